module RSpec
  module Expectations
    class ExpectationTarget
      def to(*) = true
    end
  end
end
RSpec.describe Hashie::Extensions::DeepMerge do
  it('is') { expect(described_class.instance_method(:_recursive_merge)).to eq 1 }
end
