require 'httparty'

RSpec.describe HTTParty::Response::Headers do
  it 'is empty without values' do
    expect(described_class.new.to_hash).to eq({})
  end

  it 'finds a value whatever the case of its name' do
    headers = described_class.new('Content-Type' => 'text/html')
    expect(headers['content-type']).to eq 'text/html'
    expect(headers['CONTENT-TYPE']).to eq 'text/html'
  end

  it 'keeps every value of an array' do
    headers = described_class.new('Set-Cookie' => ['a=1', 'b=2'])
    expect(headers.get_fields('set-cookie')).to eq ['a=1', 'b=2']
  end

  it 'delegates to its hash' do
    expect(described_class.new('X' => '1').keys).to eq ['x']
  end
end
