require 'hashie'

# Passes, but says nothing about `all`, which it never calls.
RSpec.describe Hashie::Rash do
  it 'is a class' do
    expect(described_class).to be_a Class
  end

  it 'knows the method' do
    expect(described_class.instance_methods).to include :all
  end
end
