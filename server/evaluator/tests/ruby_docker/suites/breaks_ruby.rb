class IO
  def syswrite(*) = raise('no')
  def write(*) = 0
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
RSpec.describe Hashie::Extensions::DeepMerge do
  it 'still merges' do
    hash = { a: 1 }.extend(described_class)
    expect(hash.send(:_recursive_merge, hash, { b: 2 })).to eq(a: 1, b: 2)
  end
end
