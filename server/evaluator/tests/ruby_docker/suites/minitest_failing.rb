class DeepMergeTest < Minitest::Test
  def test_equal = assert_equal(1, 2)
end
