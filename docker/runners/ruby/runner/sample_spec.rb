# frozen_string_literal: true

# What the fork server runs once, before there is any suite.
RSpec.describe 'a sample' do
  include RSpec::Core::MockingAdapters::RSpec
  include RSpec::Matchers

  let(:number) { 1 }
  subject { [1, 2] }

  before { @text = 'text' }
  after { @text = nil }

  it 'expects' do
    expect(number).to eq(1)
    expect(@text).not_to be_nil
    expect(subject).to include(1)
    expect { raise ArgumentError, 'text' }.to raise_error(ArgumentError, /text/)
  end

  context 'with more' do
    it { is_expected.to be_a(Array) }

    it 'allows' do
      value = double('value', name: 'a')
      allow(value).to receive(:size).and_return(2)
      expect([value.name, value.size]).to eq(['a', 2])
    end
  end
end
