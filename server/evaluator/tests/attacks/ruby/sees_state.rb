places = [Dir.pwd, Dir.home, '/tmp', '/dev/shm', '/var/tmp', '/work', '/work/s', __dir__].uniq
seen = places.any? { |place| File.exist?(File.join(place, 'message')) } || defined?(MESSAGE) || $message || ENV['MESSAGE']
RSpec.describe(Hashie::Rash) { it('is alone') { expect(seen || 'x'.respond_to?(:message)).to be_falsy } }
