Hashie.send(:remove_const, :Rash)
File.write('rash.rb', File.read('/repo/hashie/lib/hashie/rash.rb'))
load File.expand_path('rash.rb')
RSpec.describe Hashie::Rash do
  it 'finds what a key matches' do
    expect(Hashie::Rash.new(/^Mr/ => 'sir').fetch('Mr. Steve')).to eq 'sir'
  end
end
