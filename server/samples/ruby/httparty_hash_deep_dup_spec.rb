require 'httparty'

RSpec.describe HTTParty::ModuleInheritableAttributes do
  it 'copies what is nested' do
    original = { a: { b: { c: 1 } } }
    copy = described_class.hash_deep_dup(original)
    copy[:a][:b][:c] = 2
    expect(original).to eq(a: { b: { c: 1 } })
    expect(copy).to eq(a: { b: { c: 2 } })
  end

  it 'copies procs' do
    block = -> { 1 }
    copy = described_class.hash_deep_dup(block: block)
    expect(copy[:block]).not_to equal block
    expect(copy[:block].call).to eq 1
  end

  it 'shares everything else' do
    text = +'text'
    expect(described_class.hash_deep_dup(text: text)[:text]).to equal text
  end
end
