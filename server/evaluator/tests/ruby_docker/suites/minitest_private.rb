require 'minitest/autorun'
require 'hashie'

class DeepMergeTest < Minitest::Test
  def test_merges
    assert_equal({ a: { b: 1, c: 2 } }, test_subject.deep_merge(a: { c: 2 }))
  end

  private

  def test_subject
    Class.new(Hash) { include Hashie::Extensions::DeepMerge }.new.merge!(a: { b: 1 })
  end
end
