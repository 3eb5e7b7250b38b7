RSpec.configure { |config| config.after(:suite) { exit!(0) } }
RSpec.describe('x') { it('fails not') { expect(1).to eq 1 } }
