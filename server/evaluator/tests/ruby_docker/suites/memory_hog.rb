RSpec.describe('x') { it('grows') { hog = []; loop { hog << ('x' * 10_000_000) } } }
