RSpec.describe(Hashie::Rash) { it('is a class') { expect(described_class).to be_a Class } }
