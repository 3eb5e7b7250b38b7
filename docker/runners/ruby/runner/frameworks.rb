# frozen_string_literal: true

# The test frameworks: name => { load:, warm:, configure:, run: }.
#
#   load       before anything of the suite; all that is loaded once is loaded here
#   configure  for one run; `seed` asks for a random order (nil: as written), `brief` for no text about failures
#   run        the tests of the loaded suite, told to the observer: start, begin, end, outside; gives the number of
#              assertions that were made
lambda do
  rspec_runner = nil
  expectations = 0
  rspec = {
    load: lambda do
      next if rspec_runner

      Kernel.srand(1) # RSpec takes its own seed from here, for suites that ask for random order
      require 'rspec'
      RSpec::Core::Runner.disable_autorun!
      rspec_runner = RSpec::Core::Runner.new(RSpec::Core::ConfigurationOptions.new(['--options', '/dev/null']))
      # What the first failure would load, `pp` among it: suites use that too, and whether it is there must not depend
      # on how the runner was started or on what failed before.
      %w[object_formatter matcher_definition differ method_signature_verifier].each do |name|
        RSpec::Support.require_rspec_support(name)
      end
      # RSpec does not count. Every matcher passes through the one or the other, and stubs that must be called are made
      # in the third place.
      counted = Module.new do
        %i[handle_matcher add_message_expectation].each do |name|
          define_method(name) do |*arguments, **options, &block|
            expectations += 1
            super(*arguments, **options, &block)
          end
        end
      end
      RSpec::Expectations::PositiveExpectationHandler.singleton_class.prepend(counted)
      RSpec::Expectations::NegativeExpectationHandler.singleton_class.prepend(counted)
      RSpec::Mocks::Proxy.prepend(counted)
    end,
    # Parts that are loaded when they are first used and belong to RSpec alone. Nobody can tell from outside whether
    # they have been. The formatters for bisecting bring DRb along and are never used.
    warm: lambda do
      [RSpec::Core::Formatters, RSpec::Matchers::BuiltIn, RSpec::Mocks, RSpec::Mocks::ArgumentMatchers].each do |names|
        names.constants.each { |name| names.const_get(name) unless name.start_with?('Bisect') }
      end
      %w[mocking_adapters/rspec profiler sandbox].each { |name| RSpec::Support.require_rspec_core name }
      # Ruby remembers where it has found methods and constants, and forked processes have that from here. So a small
      # suite is run, with a configuration and a world of its own. Example groups in general get nothing from it: which
      # libraries they are for is for the suite to say.
      kept = rspec_runner
      nobody = Hash.new(->(*) { '' })
      File.open(File::NULL, 'w') do |nowhere|
        RSpec::Core::Sandbox.sandboxed do |configuration|
          configuration.output_stream = nowhere
          %i[configure_mock_framework configure_expectation_framework].each do |name|
            configuration.define_singleton_method(name) {}
          end
          rspec_runner = RSpec::Core::Runner.new(RSpec::Core::ConfigurationOptions.new(['--options', '/dev/null']))
          rspec[:configure].call(nil, false)
          load "#{__dir__}/sample_spec.rb"
          rspec[:run].call(nobody)
        end
      end
      rspec_runner = kept
      expectations = 0
      RSpec::ExampleGroups.remove_all_constants
      # What depends on the folder that the process is in.
      RSpec::Core::Metadata.remove_instance_variable(:@relative_path_regex)
      RSpec::Core::ExampleGroup.remove_class_variable(:@@example_groups_configured)
    end,
    configure: lambda do |seed, brief|
      # As the options of the command line do, which a suite cannot change; parsing them takes longer than a small suite.
      RSpec.configuration.force(order: seed ? "rand:#{seed}" : 'defined', color_mode: :off)
      RSpec.configuration.add_formatter(brief ? RSpec::Core::Formatters::BaseFormatter : 'documentation')
      RSpec.configuration.backtrace_exclusion_patterns << %r{\A/assay/}
      Kernel.srand(seed || 1)
    end,
    run: lambda do |observer|
      messages = []
      report = lambda do |status, notification|
        example = notification.example
        result = example.execution_result
        error = result.exception
        message = if status == 'skipped' then result.pending_message
                  elsif error.is_a?(RSpec::Expectations::ExpectationNotMetError) then error.message
                  elsif error then observer[:describe].call(error)
                  end
        observer[:end].call(example.id, example.description, example.full_description, status, message)
      end
      listener = Object.new
      listener.define_singleton_method(:example_started) do |notification|
        observer[:begin].call(notification.example.id, notification.example.description)
      end
      listener.define_singleton_method(:example_passed) { |notification| report.call('passed', notification) }
      listener.define_singleton_method(:example_failed) { |notification| report.call('failed', notification) }
      listener.define_singleton_method(:example_pending) { |notification| report.call('skipped', notification) }
      listener.define_singleton_method(:message) { |notification| messages << notification.message }
      RSpec.configuration.reporter.register_listener(
        listener, :example_started, :example_passed, :example_failed, :example_pending, :message
      )
      world = RSpec.world
      # Also what `run_all_when_everything_filtered` does, which most helpers of projects ask for.
      world.announce_filters
      groups = world.ordered_example_groups
      observer[:start].call(world.example_count(groups))
      rspec_runner.run_specs(groups)
      observer[:outside].call(messages.join("\n")) if world.non_example_failure
      expectations
    end
  }

  minitest = {
    load: lambda do
      require 'minitest'
      require 'minitest/spec'
      require 'minitest/mock'
    end,
    warm: -> {},
    configure: lambda do |seed, _brief|
      Minitest.seed = seed || 1
      Kernel.srand(seed || 1)
    end,
    run: lambda do |observer|
      tests = Minitest::Runnable.runnables.flat_map { |group| group.runnable_methods.map { |name| [group, name] } }
      observer[:start].call(tests.size)
      tests.sum do |group, name|
        id = "#{group}##{name}"
        observer[:begin].call(id, id)
        result = Minitest.run_one_method(group, name)
        status = if result.passed? then 'passed' elsif result.skipped? then 'skipped' else 'failed' end
        message = result.failures.map(&:message).join("\n")
        puts "#{id}: #{status}", message
        observer[:end].call(id, id, id, status, message)
        result.assertions
      end
    end
  }

  test_unit = {
    load: lambda do
      require 'test/unit'
      require 'test/unit/testresult'
      require 'test/unit/collector/descendant'
      Test::Unit::AutoRunner.need_auto_run = false
    end,
    warm: -> {},
    configure: lambda do |seed, _brief|
      Test::Unit::TestCase.test_order = seed ? :random : :defined
      Kernel.srand(seed || 1)
    end,
    run: lambda do |observer|
      faults = []
      result = Test::Unit::TestResult.new
      result.add_listener(Test::Unit::TestResult::FAULT) { |fault| faults << fault }
      failures = -> { faults.grep_v(Test::Unit::Pending).grep_v(Test::Unit::Omission).grep_v(Test::Unit::Notification) }
      outside = lambda do
        failed = failures.call
        puts failed.map(&:long_display)
        observer[:outside].call(failed.map { |fault| "#{fault.label}: #{fault.message}" }.join("\n")) unless failed.empty?
        faults.clear
      end
      suite = Test::Unit::Collector::Descendant.new.collect('suite')
      observer[:start].call(suite.size)
      id = 0
      suite.run(result) do |event, test|
        case event
        when Test::Unit::TestCase::STARTED_OBJECT
          outside.call
          id += 1
          observer[:begin].call(id.to_s, "#{test.class}##{test.method_name}")
        when Test::Unit::TestCase::FINISHED_OBJECT
          status = if !failures.call.empty? then 'failed'
                   elsif faults.empty? || faults.all?(Test::Unit::Notification) then 'passed'
                   else 'skipped'
                   end
          name = "#{test.class}##{test.method_name}"
          puts "#{name}: #{status}", faults.map(&:long_display)
          message = faults.map { |fault| fault.message.to_s }.join("\n")
          faults.clear
          observer[:end].call(id.to_s, name, "#{test.class}##{test.name}", status, message)
        end
      end
      outside.call
      result.assertion_count
    end
  }

  { 'rspec' => rspec, 'minitest' => minitest, 'test-unit' => test_unit }
end
