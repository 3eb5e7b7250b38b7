require 'nom'

describe 'nom' do
  it 'parses' do
    expect(1).to eq(1)
  end
end
