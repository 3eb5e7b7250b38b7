require 'spec_helper'
require_relative '../../../lib/hashie'

RSpec.describe Hashie::Extensions::DeepMerge do
  def merge(hash, other, &block)
    hash.extend(described_class).send(:_recursive_merge, hash, other, &block)
  end

  it 'adds keys that are new' do
    expect(merge({ a: 1 }, { b: 2 })).to eq(a: 1, b: 2)
  end

  it 'merges hashes below the same key' do
    expect(merge({ a: { b: 1 } }, { a: { c: 2 } })).to eq(a: { b: 1, c: 2 })
  end

  it 'asks the block when both sides have a value' do
    expect(merge({ a: 1 }, { a: 2 }) { |key, old, new| [key, old, new] }).to eq(a: [:a, 1, 2])
  end
end
