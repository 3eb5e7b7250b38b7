RSpec.describe Hashie::Extensions::DeepMerge do
  [1, 2, 3].each do |n|
    it "keeps #{n}" do
      hash = { a: n }.extend(described_class)
      expect(hash.send(:_recursive_merge, hash, {})).to eq(a: n)
    end
  end
end
