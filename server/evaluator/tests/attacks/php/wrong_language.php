RSpec.describe 'x' do
  it('passes') { expect(1).to eq 1 }
end
