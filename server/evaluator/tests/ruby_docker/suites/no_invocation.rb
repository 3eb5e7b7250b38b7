RSpec.describe Hashie::Extensions::DeepMerge do
  it('is a module') { expect(described_class).to be_a Module }
end
