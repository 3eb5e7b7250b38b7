RSpec.describe Hashie::Extensions::DeepMerger do
  it('merges') { expect(1).to eq 1 }
end
