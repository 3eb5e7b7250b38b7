require 'coverage'
Coverage.start rescue nil
RSpec.describe Hashie::Rash do
  after { Coverage.result(stop: true, clear: true) }
  it 'finds what a key matches' do
    expect(Hashie::Rash.new(/^Mr/ => 'sir').fetch('Mr. Steve')).to eq 'sir'
  end
end
