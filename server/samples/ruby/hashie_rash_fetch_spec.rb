require 'hashie'

RSpec.describe Hashie::Rash do
  subject(:rash) { described_class.new(/^a/ => 'begins with a', 1..3 => 'few', 'exact' => 'yes') }

  it 'finds an exact key' do
    expect(rash.fetch('exact')).to eq 'yes'
  end

  it 'finds a pattern' do
    expect(rash.fetch('apple')).to eq 'begins with a'
  end

  it 'finds a range' do
    expect(rash.fetch(2)).to eq 'few'
  end

  it 'gives the default when nothing fits' do
    expect(rash.fetch('nothing', 'default')).to eq 'default'
  end

  it 'asks the block when nothing fits' do
    expect(rash.fetch('nothing') { |key| "no #{key}" }).to eq 'no nothing'
  end

  it 'raises when nothing fits and nothing is given' do
    expect { rash.fetch('nothing') }.to raise_error(KeyError, 'key not found: "nothing"')
  end

  it 'wants one or two arguments' do
    expect { rash.fetch }.to raise_error(ArgumentError, 'Expected 1-2 arguments, got 0')
    expect { rash.fetch(1, 2, 3) }.to raise_error(ArgumentError, 'Expected 1-2 arguments, got 3')
  end
end
