require 'hashie'

RSpec.describe Hashie::Rash do
  subject(:rash) do
    described_class.new(
      /greet/ => 'hello',
      /(\w+)ing/ => ->(match) { "verb #{match[1]}" },
      0..9 => 'digit',
      5..50 => 'number',
      'literal' => 'text'
    )
  end

  it 'gives every value whose pattern fits, calling those that can be called' do
    expect(rash.all('greeting').to_a).to contain_exactly('hello', 'verb greet')
  end

  it 'gives every range that covers a number' do
    expect(rash.all(7).to_a).to eq %w[digit number]
    expect(rash.all(20).to_a).to eq ['number']
  end

  it 'gives only the value of an exact key' do
    expect(rash.all('literal').to_a).to eq ['text']
  end

  it 'looks for string keys when it is asked with a pattern' do
    expect(rash.all(/^lit/).to_a).to eq ['text']
  end

  it 'gives nothing for what fits nowhere' do
    expect(rash.all('xyz').to_a).to eq []
    expect(rash.all(:symbol).to_a).to eq []
  end

  it 'yields to a block' do
    expect { |block| rash.all(20, &block) }.to yield_with_args('number')
  end
end
