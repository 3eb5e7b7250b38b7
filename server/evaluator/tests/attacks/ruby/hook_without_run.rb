RSpec.describe Hashie::Rash do
  around { |_example| nil }
  it 'finds what a key matches' do
    expect(Hashie::Rash.new(/^Mr/ => 'sir').fetch('Mr. Steve')).to eq 'sir'
  end
end
