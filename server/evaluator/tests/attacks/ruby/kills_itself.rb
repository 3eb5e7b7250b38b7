RSpec.describe('x') { it('dies') { Process.kill(:KILL, Process.pid) } }
