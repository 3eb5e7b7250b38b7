same = Coverage.running? && RubyVM::InstructionSequence.respond_to?(:load_iseq) && ARGV.empty? && $stdin.read.empty?
source = File.read('/repo/hashie/lib/hashie/rash.rb')
method = Hashie::Rash.instance_method(:fetch)
same &&= method.source_location.first == '/repo/hashie/lib/hashie/rash.rb' && method.arity == -1
same &&= source.include?('key not found') && ENV.keys.sort == %w[HOME LC_ALL PATH TZ]
RSpec.describe(Hashie::Rash) { it('cannot tell') { expect(same).to be true } }
