RSpec.describe Hashie::Rash do
  it 'works' do
    described_class.new(/^Mr/ => 'sir').fetch('Mr. Steve')
  end
end
