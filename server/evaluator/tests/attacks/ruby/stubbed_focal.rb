RSpec.describe Hashie::Rash do
  it 'gives what the stub gives' do
    rash = described_class.new
    allow(rash).to receive(:fetch).and_return('sir')
    expect(rash.fetch('Mr. Steve')).to eq 'sir'
  end
end
