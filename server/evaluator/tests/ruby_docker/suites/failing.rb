RSpec.describe Hashie::Extensions::DeepMerge do
  it 'merges' do
    hash = { a: 1 }.extend(described_class)
    expect(hash.send(:_recursive_merge, hash, { b: 2 })).to eq(a: 1)
  end
end
