File.write('deep_merge.rb', "def helper\n  1\nend\n" * 30)
load File.join(Dir.pwd, 'deep_merge.rb')

RSpec.describe Hashie::Extensions::DeepMerge do
  it 'merges' do
    hash = { a: helper }.extend(described_class)
    expect(hash.send(:_recursive_merge, hash, { b: 2 })).to eq(a: 1, b: 2)
  end
end
