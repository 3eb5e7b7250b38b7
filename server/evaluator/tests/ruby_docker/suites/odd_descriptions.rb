describe Hashie::Extensions::DeepMerge do
  let(:hash) { Class.new(Hash) { include Hashie::Extensions::DeepMerge }.new.merge!(a: { b: 1 }) }

  it ' starts and ends with a space ' do
    expect(hash.deep_merge(a: { c: 2 })).to eq(a: { b: 1, c: 2 })
  end

  it 'doesn\'t change the receiver' do
    expect { hash.deep_merge(a: { c: 2 }) }.not_to(change { hash.to_h })
  end

  it 'keeps \\ backslashes' do
    expect(hash.deep_merge({})).to eq(a: { b: 1 })
  end

  it "goes on
in a second line" do
    expect(hash.deep_merge({})).to eq(a: { b: 1 })
  end

  it "tab	and ünïcode 🎉" do
    expect(hash.deep_merge({})).to eq(a: { b: 1 })
  end

  it '' do
    expect(hash.deep_merge({})).to eq(a: { b: 1 })
  end
end
