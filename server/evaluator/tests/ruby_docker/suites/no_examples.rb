RSpec.describe(Hashie::Extensions::DeepMerge) {}
