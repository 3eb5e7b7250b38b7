class DeepMergeTest < Test::Unit::TestCase
  def test_equal = assert_equal(1, 2)
  def test_raises = raise('boom')
  def test_passes = assert_equal(1, 1)
end
