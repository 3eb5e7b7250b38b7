RSpec.describe Hashie::Rash do
  it 'runs as it did when it was checked' do
    expect(described_class.new(1 => 2).fetch(1)).to eq 2
    raise 'a mutant' unless RSpec.configuration.formatters.any?(RSpec::Core::Formatters::DocumentationFormatter)
  end
end
