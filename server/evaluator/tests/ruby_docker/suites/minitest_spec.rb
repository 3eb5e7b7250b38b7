require 'minitest/autorun'

describe Hashie::Extensions::DeepMerge do
  it 'adds new keys' do
    hash = { a: 1 }.extend(Hashie::Extensions::DeepMerge)
    _(hash.send(:_recursive_merge, hash, { b: 2 })).must_equal({ a: 1, b: 2 })
  end
end
