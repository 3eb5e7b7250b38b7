RSpec.describe Hashie::Extensions::DeepMerge do
  it('never ends') { loop { 1 } }
end
