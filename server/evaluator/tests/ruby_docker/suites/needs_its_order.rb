RSpec.describe Hashie::Extensions::DeepMerge do
  state = { a: 0 }.extend(Hashie::Extensions::DeepMerge)
  (1..8).each do |n|
    it "comes as number #{n}" do
      state.send(:_recursive_merge, state, { a: state[:a] + 1 })
      expect(state[:a]).to eq n
    end
  end
end
