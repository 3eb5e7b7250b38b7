# What a suite finds before its first test; the message of its failure says it.
found = [
  RSpec.world.example_groups.size, RSpec::ExampleGroups.constants,
  RSpec.configuration.seed, RSpec.configuration.formatters.size, RSpec.current_example,
  RSpec::Core::ExampleGroup.ancestors.map(&:to_s).reject { |name| name.start_with?('#') }, rand(1000), $LOAD_PATH.first,
  $LOAD_PATH.size, $!.inspect, GC.stress, Thread.list.size, Dir.pwd == File.expand_path('..', __dir__), __FILE__ == $0
]

RSpec.describe Hashie do
  it('tells') { raise found.inspect }
end
