require 'hashie'

RSpec.describe Hashie::Extensions::DeepFetch do
  subject(:library) do
    { books: [{ title: 'Call of the Wild' }, { title: 'Moby Dick' }], city: { name: 'Oakland' } }
      .extend(described_class)
  end

  it 'follows keys' do
    expect(library.deep_fetch(:city, :name)).to eq 'Oakland'
  end

  it 'follows positions of arrays' do
    expect(library.deep_fetch(:books, 1, :title)).to eq 'Moby Dick'
  end

  it 'gives the object itself for an empty path' do
    expect(library.deep_fetch).to equal library
  end

  it 'says where the path ends' do
    expect { library.deep_fetch(:city, :mayor, :name) }
      .to raise_error(described_class::UndefinedPathError, 'Could not fetch path (city > mayor > name) at mayor')
  end

  it 'raises beyond the end of an array' do
    expect { library.deep_fetch(:books, 7) }.to raise_error(described_class::UndefinedPathError)
  end

  it 'asks the block where the path ends' do
    expect(library.deep_fetch(:city, :mayor) { |key| "no #{key}" }).to eq 'no mayor'
  end
end
