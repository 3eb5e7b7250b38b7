require 'httparty'

RSpec.describe HTTParty::CookieHash do
  subject(:cookies) { described_class.new }

  it 'adds a hash' do
    cookies.add_cookies(first: 'a', second: 'b')
    expect(cookies).to eq(first: 'a', second: 'b')
  end

  it 'overwrites what is there' do
    cookies.add_cookies(first: 'a')
    cookies.add_cookies(first: 'c')
    expect(cookies[:first]).to eq 'c'
  end

  it 'takes a header apart' do
    cookies.add_cookies('first=a; second=b; path=/')
    expect(cookies).to eq(first: 'a', second: 'b', path: '/')
  end

  it 'splits at the first equals sign only' do
    cookies.add_cookies('token=a=b=')
    expect(cookies[:token]).to eq 'a=b='
  end

  it 'refuses everything else' do
    expect { cookies.add_cookies(%w[first a]) }
      .to raise_error(RuntimeError, 'add_cookies only takes a Hash or a String')
  end
end
