RSpec.describe('x') { it('writes') { loop { IO.for_fd(3, 'w', autoclose: false).syswrite('x' * 10_000) } } }
