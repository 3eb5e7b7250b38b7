require 'dotenv'

RSpec.describe Dotenv::Substitutions::Variable do
  def substitute(value, env = {}, is_load: false)
    described_class.call(value, env, is_load)
  end

  it 'replaces a variable with its value' do
    expect(substitute('https://$HOST/', { 'HOST' => 'example.org' })).to eq 'https://example.org/'
  end

  it 'understands braces' do
    expect(substitute('${USER_NAME}s', { 'USER_NAME' => 'cat' })).to eq 'cats'
  end

  it 'puts nothing in place of a variable that is not set' do
    expect(substitute('<$ASSAY_SAMPLE_UNSET>')).to eq '<>'
  end

  it 'takes the backslash from an escaped variable and leaves the rest' do
    expect(substitute('\$HOST', { 'HOST' => 'example.org' })).to eq '$HOST'
  end

  it 'leaves a lone dollar sign alone' do
    expect(substitute('costs 5 $')).to eq 'costs 5 $'
  end

  context 'when the environment and the file disagree' do
    around do |example|
      ENV['ASSAY_SAMPLE'] = 'environment'
      example.run
    ensure
      ENV.delete('ASSAY_SAMPLE')
    end

    it 'prefers the environment while loading' do
      expect(substitute('$ASSAY_SAMPLE', { 'ASSAY_SAMPLE' => 'file' }, is_load: true)).to eq 'environment'
    end

    it 'prefers the file while overloading' do
      expect(substitute('$ASSAY_SAMPLE', { 'ASSAY_SAMPLE' => 'file' })).to eq 'file'
    end
  end
end
