RSpec.describe(HTTParty) { it('is a module') { expect(described_class).to be_a Module } }
