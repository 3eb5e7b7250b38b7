require 'httparty'
require 'vcr' # not installed in the image

RSpec.describe HTTParty::Parser do
  it 'reads JSON' do
    expect(described_class.new('{"a": 1}', :json).parse).to eq('a' => 1)
  end
end
