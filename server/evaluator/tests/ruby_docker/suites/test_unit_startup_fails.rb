require 'test/unit'
class DeepMergeTest < Test::Unit::TestCase
  def self.startup = raise('boom')
  def test_passes = assert_equal(1, 1)
end
