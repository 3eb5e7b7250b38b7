require 'hashie'

# The bracket of `expect` is never closed.
RSpec.describe Hashie::Hash do
  it 'can turn keys into strings' do
    expect(described_class[a: 1].to_hash(stringify_keys: true).to eq('a' => 1)
  end
end
