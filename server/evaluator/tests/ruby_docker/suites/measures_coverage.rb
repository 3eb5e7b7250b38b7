require 'coverage'
require 'simplecov'
SimpleCov.start do
  add_filter '/spec/'
end
Coverage.start
RSpec.describe Hashie::Extensions::DeepMerge do
  after(:all) { Coverage.result }
  it 'merges' do
    hash = { a: 1 }.extend(described_class)
    expect(hash.send(:_recursive_merge, hash, { b: 2 })).to eq(a: 1, b: 2)
  end
end
