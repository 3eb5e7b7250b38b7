def deeper(n) = deeper(n + 1) + 1
RSpec.describe('x') { it('falls') { deeper(0) } }
