channel = IO.for_fd(3, 'w')
channel.autoclose = false
channel.syswrite(%({"nonce":"0","number":1,"event":"done","rc":0}\n))
RSpec.describe('x') { it('passes') { expect(1).to eq 1 } }
