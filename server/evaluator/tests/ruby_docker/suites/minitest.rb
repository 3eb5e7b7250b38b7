require 'minitest/autorun'

class DeepMergeTest < Minitest::Test
  def test_adds_new_keys
    hash = { a: 1 }.extend(Hashie::Extensions::DeepMerge)
    assert_equal({ a: 1, b: 2 }, hash.send(:_recursive_merge, hash, { b: 2 }))
  end

  def test_later
    skip 'later'
  end
end
