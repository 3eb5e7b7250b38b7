RSpec.describe Hashie::Extensions::DeepMerge do
  it 'merges' do
    expect(1.to eq 1
  end
end
