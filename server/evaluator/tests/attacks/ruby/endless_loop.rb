RSpec.describe(Hashie::Rash) { it('never ends') { loop { 1 } } }
