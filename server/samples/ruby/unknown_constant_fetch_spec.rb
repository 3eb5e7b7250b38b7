require 'hashie'

# hashie has a Rash, but no RegexpHash: the suite fails while it is loaded.
RSpec.describe Hashie::RegexpHash do
  it 'finds a pattern' do
    expect(described_class.new(/^a/ => 1).fetch('apple')).to eq 1
  end
end
