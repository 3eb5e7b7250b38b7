module Hashie
  module Extensions
    module DeepMerge
      def _recursive_merge(hash, other_hash) = hash.update(other_hash)
    end
  end
end
RSpec.describe Hashie::Extensions::DeepMerge do
  it 'merges' do
    hash = { a: 1 }.extend(described_class)
    expect(hash.send(:_recursive_merge, hash, { b: 2 })).to eq(a: 1, b: 2)
  end
end
