RSpec.describe('x') { it('talks') { loop { puts 'x' * 10_000 } } }
