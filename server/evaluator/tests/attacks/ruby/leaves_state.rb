places = [Dir.pwd, Dir.home, '/tmp', '/dev/shm', '/var/tmp', '/work', '/work/s', __dir__].uniq
seen = places.any? { |place| File.exist?(File.join(place, 'message')) } || defined?(MESSAGE) || $message || ENV['MESSAGE']
places.each { |place| File.write(File.join(place, 'message'), '') rescue nil }
ENV['MESSAGE'] = $message = MESSAGE = 'seen'
String.define_method(:message) { 'seen' }
RSpec.describe(Hashie::Rash) { it('is the first') { expect(seen).to be_falsy } }
