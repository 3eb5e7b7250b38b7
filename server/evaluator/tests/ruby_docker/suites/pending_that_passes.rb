RSpec.describe('x') { pending('works already') { expect(1).to eq 1 } }
