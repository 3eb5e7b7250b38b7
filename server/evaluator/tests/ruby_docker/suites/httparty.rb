require 'httparty'

RSpec.describe HTTParty::HashConversions do
  it 'joins keys of nested hashes' do
    expect(described_class.normalize_keys(:a, { b: 1, c: { d: 2 } })).to eq [['a[b]', 1], ['a[c][d]', 2]]
  end

  it 'repeats the key of a list' do
    expect(described_class.normalize_keys(:a, [1, 2])).to eq [['a[]', 1], ['a[]', 2]]
    expect(described_class.normalize_keys(:a, [])).to eq [['a[]', '']]
  end

  it 'leaves a plain value alone' do
    expect(described_class.normalize_keys(:a, 1)).to eq [['a', 1]]
  end
end
