require 'test/unit'

class DeepMergeTest < Test::Unit::TestCase
  def merge(hash, other, &block)
    hash.extend(Hashie::Extensions::DeepMerge).send(:_recursive_merge, hash, other, &block)
  end

  def test_adds_new_keys
    assert_equal({ a: 1, b: 2 }, merge({ a: 1 }, { b: 2 }))
  end

  test 'merges hashes below the same key' do
    assert_equal({ a: { b: 1, c: 2 } }, merge({ a: { b: 1 } }, { a: { c: 2 } }))
  end

  data('one' => 1, 'two' => 2)
  def test_keeps(value)
    assert_equal({ a: value }, merge({ a: value }, {}))
  end

  def test_later
    omit 'later'
  end
end
