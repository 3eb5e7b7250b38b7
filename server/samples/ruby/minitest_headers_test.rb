require 'minitest/autorun'
require 'httparty'

# Minitest in place of RSpec runs as well.
class HeadersTest < Minitest::Test
  def test_finds_a_value_whatever_the_case_of_its_name
    headers = HTTParty::Response::Headers.new('Content-Type' => 'text/html')
    assert_equal 'text/html', headers['content-type']
  end

  def test_keeps_every_value_of_an_array
    headers = HTTParty::Response::Headers.new('Set-Cookie' => ['a=1', 'b=2'])
    assert_equal ['a=1', 'b=2'], headers.get_fields('set-cookie')
  end

  def test_is_empty_without_values
    assert_empty HTTParty::Response::Headers.new.to_hash
  end
end
