require 'dotenv/cli'
require 'tmpdir'

RSpec.describe Dotenv::CLI do
  around do |example|
    Dir.mktmpdir { |folder| Dir.chdir(folder) { example.run } }
  ensure
    ENV.delete('ASSAY_SAMPLE_CLI')
  end

  it 'loads the default file and runs the command' do
    File.write('.env', "ASSAY_SAMPLE_CLI=default\n")
    cli = described_class.new(%w[env --null])
    expect(cli).to receive(:exec).with('env', '--null')
    cli.run
    expect(ENV['ASSAY_SAMPLE_CLI']).to eq 'default'
  end

  it 'loads the files that are named' do
    File.write('a.env', "ASSAY_SAMPLE_CLI=named\n")
    cli = described_class.new(['-f', 'a.env', 'true'])
    expect(cli).to receive(:exec).with('true')
    cli.run
    expect(ENV['ASSAY_SAMPLE_CLI']).to eq 'named'
  end

  it 'runs nothing when there is no command' do
    File.write('.env', '')
    cli = described_class.new
    expect(cli).not_to receive(:exec)
    cli.run
  end

  it 'gives up when a file is missing' do
    cli = described_class.new(['-f', 'missing.env', 'true'])
    expect { cli.run }.to raise_error(SystemExit).and output(/missing\.env/).to_stderr
  end
end
