class IO
  def syswrite(*) = raise('no')
end
module JSON
  def self.generate(*) = 'x'
end
module Process
  def self.clock_gettime(*) = raise('no')
  def self.exit!(*) = nil
end
module Coverage
  def self.peek_result = {}
end
RSpec.describe Hashie::Rash do
  it 'finds what a key matches' do
    expect(Hashie::Rash.new(/^Mr/ => 'sir').fetch('Mr. Steve')).to eq 'sir'
  end
end
