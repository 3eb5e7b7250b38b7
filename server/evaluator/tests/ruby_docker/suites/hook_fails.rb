RSpec.describe('x') do
  after(:all) { raise 'boom' }
  it('passes') { expect(1).to eq 1 }
end
