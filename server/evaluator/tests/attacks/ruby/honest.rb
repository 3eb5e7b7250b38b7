RSpec.describe Hashie::Rash do
  let(:rash) { described_class.new(/^Mr/ => 'sir', 1..3 => 'few') }

  it 'gives the first value that matches' do
    expect(rash.fetch('Mr. Steve')).to eq 'sir'
    expect(rash.fetch(2)).to eq 'few'
  end

  it 'falls back to the default, then to the block' do
    expect(rash.fetch('Nobody', 'other')).to eq 'other'
    expect(rash.fetch('Nobody') { |key| key * 2 }).to eq 'NobodyNobody'
  end

  it 'refuses an unknown key and too many arguments' do
    expect { rash.fetch('Nobody') }.to raise_error(KeyError, /Nobody/)
    expect { rash.fetch(1, 2, 3) }.to raise_error(ArgumentError)
  end
end
