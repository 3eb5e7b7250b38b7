RSpec.configuration.dry_run = true
RSpec.describe Hashie::Rash do
  it('is wrong') { expect(described_class.new(1 => 2).fetch(1)).to eq 3 }
end
