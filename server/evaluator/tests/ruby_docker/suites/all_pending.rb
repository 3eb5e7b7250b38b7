RSpec.describe Hashie::Extensions::DeepMerge do
  it('comes later')
  xit('is left out') { expect(1).to eq 2 }
  pending('does not work yet') { expect(1).to eq 2 }
  it('is skipped') { skip 'no' }
end
