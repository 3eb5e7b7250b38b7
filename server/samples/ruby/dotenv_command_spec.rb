require 'dotenv'

RSpec.describe Dotenv::Substitutions::Command do
  it 'puts the output of a command in its place' do
    expect(described_class.call('built by $(echo assay)!', {}, false)).to eq 'built by assay!'
  end

  it 'runs every command of a value' do
    expect(described_class.call('$(echo a)-$(echo b)', {}, false)).to eq 'a-b'
  end

  it 'keeps balanced parentheses inside of a command' do
    expect(described_class.call('$(echo $(echo inner))', {}, false)).to eq 'inner'
  end

  it 'does not run an escaped command' do
    expect(described_class.call('\$(echo assay)', {}, false)).to eq '$(echo assay)'
  end

  it 'leaves other text alone' do
    expect(described_class.call('plain (text)', {}, false)).to eq 'plain (text)'
  end
end
