File.write('/repo/hashie/lib/hashie/rash.rb', '')
RSpec.describe('x') { it('passes') { expect(1).to eq 1 } }
