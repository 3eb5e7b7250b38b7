require 'hashie'

RSpec.describe Hashie::Hash do
  subject(:hash) { described_class[:a => 1, 'b' => 2] }

  it 'keeps its keys' do
    expect(hash.to_hash).to eq(:a => 1, 'b' => 2)
  end

  it 'can turn keys into strings' do
    expect(hash.to_hash(stringify_keys: true)).to eq('a' => 1, 'b' => 2)
  end

  it 'can turn keys into symbols' do
    expect(hash.to_hash(symbolize_keys: true)).to eq(a: 1, b: 2)
  end

  it 'leaves keys that have no symbol' do
    expect(described_class[1 => 2].to_hash(symbolize_keys: true)).to eq(1 => 2)
  end

  it 'converts what is nested' do
    hash['inner'] = described_class[c: 3]
    expect(hash.to_hash(stringify_keys: true)['inner']).to eq('c' => 3)
  end

  it 'converts what is nested in arrays' do
    hash['list'] = Hashie::Array.new([described_class[c: 3], 4])
    expect(hash.to_hash(stringify_keys: true)['list']).to eq([{ 'c' => 3 }, 4])
  end

  it 'gives a plain hash' do
    expect(hash.to_hash.class).to eq Hash
  end
end
