require 'httparty'

RSpec.describe HTTParty::HashConversions do
  def normalized(key, value)
    described_class.normalize_keys(key, value)
  end

  it 'keeps a plain value' do
    expect(normalized(:name, 'Bob')).to eq [['name', 'Bob']]
  end

  it 'marks the elements of an array' do
    expect(normalized(:ids, [1, 2])).to eq [['ids[]', 1], ['ids[]', 2]]
  end

  it 'keeps an empty array as an empty element' do
    expect(normalized(:ids, [])).to eq [['ids[]', '']]
  end

  it 'puts the keys of a hash into brackets' do
    expect(normalized(:person, { first: 'Bob', last: 'Jones' }))
      .to eq [['person[first]', 'Bob'], ['person[last]', 'Jones']]
  end

  it 'follows hashes in hashes' do
    expect(normalized(:a, { b: { c: 1 } })).to eq [['a[b][c]', 1]]
  end

  it 'follows arrays in hashes' do
    expect(normalized(:a, { b: [1, 2] })).to eq [['a[b][]', 1], ['a[b][]', 2]]
  end
end
