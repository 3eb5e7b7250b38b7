RSpec.describe Hashie::Extensions::DeepMerge do
  it 'does not raise' do
    hash = { a: { b: 1 }, c: 1 }.extend(described_class)
    expect { hash.send(:_recursive_merge, hash, { a: { c: 2 }, c: 2, d: 3 }) }.not_to raise_error
  end
end
