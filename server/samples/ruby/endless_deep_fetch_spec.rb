require 'hashie'

# Waits for something that never comes.
RSpec.describe Hashie::Extensions::DeepFetch do
  it 'finds the path sooner or later' do
    hash = { a: { b: 1 } }.extend(described_class)
    sleep 0.001 until hash.deep_fetch(:a, :b) == 2
  end
end
