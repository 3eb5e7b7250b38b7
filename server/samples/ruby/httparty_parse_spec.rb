require 'httparty'

RSpec.describe HTTParty::Parser do
  def parsed(body, format)
    described_class.new(body, format).parse
  end

  it 'reads JSON' do
    expect(parsed('{"a": [1, null]}', :json)).to eq('a' => [1, nil])
  end

  it 'reads JSON behind a byte order mark' do
    expect(parsed("\xEF\xBB\xBF{\"a\": 1}", :json)).to eq('a' => 1)
  end

  it 'reads CSV' do
    expect(parsed("a,b\n1,2\n", :csv)).to eq [%w[a b], %w[1 2]]
  end

  it 'reads XML' do
    expect(parsed('<a><b>1</b></a>', :xml)).to eq('a' => { 'b' => '1' })
  end

  it 'gives text as it is' do
    expect(parsed('<p>x</p>', :html)).to eq '<p>x</p>'
    expect(parsed('x', :plain)).to eq 'x'
  end

  it 'gives the body as it is when the format is not known' do
    expect(parsed('x', :unheard_of)).to eq 'x'
  end

  it 'gives nil where there is nothing to read' do
    [nil, 'null', '', " \n"].each { |body| expect(parsed(body, :json)).to be_nil }
  end
end
