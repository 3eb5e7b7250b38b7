RSpec.describe(Hashie::Rash) {}
