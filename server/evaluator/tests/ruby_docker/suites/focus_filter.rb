# What generated helpers of projects hold; nothing is focused, so everything runs.
RSpec.configure do |config|
  config.filter_run focus: true
  config.run_all_when_everything_filtered = true
  config.disable_monkey_patching!
  config.order = :random
  Kernel.srand config.seed
end

RSpec.describe Hashie::Extensions::DeepMerge do
  it 'merges' do
    hash = Class.new(Hash) { include Hashie::Extensions::DeepMerge }.new.merge!(a: { b: 1 })
    expect(hash.deep_merge(a: { c: 2 })).to eq(a: { b: 1, c: 2 })
  end
end
