# frozen_string_literal: true

# Runs one test suite for one focal function and reports what happened on descriptor 3.
#
# Standard input is one line of JSON (server/evaluator/src/ruby/request.rs writes it). Every record on descriptor 3
# is one line of JSON that carries the nonce of the request and a number counting up from 0; `report.rs` beside it
# reads them. What the suite prints goes to standard output and is never a result.
#
# The suite runs in this process and may reopen any class or stub any method. So whatever is needed after it was
# loaded is taken beforehand as a Method object and kept in local variables, nothing here is a constant, and the
# process ends by `exit!`, which runs no hook of the suite. None of that stops a suite that is written against this
# file; the control run, in which the focal function fails at entry, is what such a suite has to get past.

require 'coverage'
require 'json'

lambda do
  line = $stdin.gets.to_s
  request = JSON.parse(line)
  line.clear
  $stdin.reopen(File::NULL)
  $stdout.sync = true
  $stderr.sync = true

  channel = IO.for_fd(3, 'w')
  channel.autoclose = false
  channel.close_on_exec = true

  write = IO.instance_method(:syswrite)
  generate = JSON.method(:generate)
  process_id = Process.method(:pid)
  leave = Process.method(:exit!)
  clock = Process.method(:clock_gettime)
  monotonic = Process::CLOCK_MONOTONIC
  peek_coverage = Coverage.method(:peek_result)
  clear_coverage = Coverage.method(:result)
  start_coverage = Coverage.method(:start)
  compile = RubyVM::InstructionSequence.method(:compile)

  nonce = request.delete('nonce')
  owner = Process.pid
  number = 0

  # A process that the suite forks inherits everything here, but must not report.
  emit = lambda do |event, fields = {}|
    next unless process_id.call == owner

    text = generate.call({ 'nonce' => nonce, 'number' => number, 'event' => event }.merge(fields)) << "\n"
    number += 1
    until text.empty?
      sent = write.bind_call(channel, text)
      text = text.byteslice(sent..)
    end
  end

  clean = lambda do |value, limit|
    text = value.to_s.dup
    text = text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace) unless text.encoding == Encoding::BINARY
    text.force_encoding(Encoding::UTF_8).scrub.strip[0, limit]
  rescue StandardError
    '(a text that cannot be shown)'
  end

  describe = ->(error) { clean.call("#{error.class}: #{error.message}", 2000) }

  # Serves `text` in place of one file, with the file's own path, so that `__FILE__`, constants and visibility stay
  # as they are. Installed with `nil` too: a suite must not be able to tell the two runs apart by looking.
  served = false
  serve = lambda do |path, text|
    RubyVM::InstructionSequence.define_singleton_method(:load_iseq) do |file|
      next unless text && file == path

      served = true
      compile.call(text, file, file)
    end
  end

  load_repository = lambda do |entries, focal|
    entries.each { |entry| require entry }
    require focal # left out so far when the gem loads it lazily
  end

  load_framework = lambda do |name|
    if name == 'minitest'
      require 'minitest'
      require 'minitest/spec'
      require 'minitest/mock'
      Minitest.seed = 1
    else
      Kernel.srand(1) # RSpec takes its own seed from here, for suites that ask for random order
      require 'rspec'
      RSpec::Core::Runner.disable_autorun!
      arguments = %w[--options /dev/null --order defined --no-color --format documentation]
      RSpec::Core::ConfigurationOptions.new(arguments).configure(RSpec.configuration)
      RSpec.configuration.backtrace_exclusion_patterns << %r{\A/assay/}
      Kernel.srand(1)
    end
  end

  # Executable lines of the method at these lines: those that can count inside its body, so neither `def` nor
  # the defaults of its parameters.
  executable_lines = lambda do |file, first, last|
    counts = peek_coverage.call[file]&.fetch(:lines) or raise "#{file} was not loaded"
    find = lambda do |node|
      next unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

      is_method = %i[DEFN DEFS].include?(node.type) && node.first_lineno == first && node.last_lineno == last
      next node if is_method

      node.children.lazy.filter_map { |child| find.call(child) }.first
    end
    method = find.call(RubyVM::AbstractSyntaxTree.parse_file(file)) or raise "no method at #{file}:#{first}-#{last}"
    body = method.children.last.children[2] or raise "the method at #{file}:#{first} is empty"
    (body.first_lineno..last).reject { |number_of_line| counts[number_of_line - 1].nil? }
  end

  # Preparation: no suite, one child process for each question, because loading one file may change another.
  prepare = lambda do
    in_child = lambda do |index, &question|
      child = fork do
        owner = Process.pid
        begin
          question.call
        rescue Exception => error # rubocop:disable Lint/RescueException
          emit.call('problem', 'index' => index, 'message' => describe.call(error))
        end
        leave.call(0)
      end
      Process.wait(child)
    end

    %w[rspec minitest].each { |name| in_child.call(nil) { load_framework.call(name) } }
    load_framework.call('rspec')
    $LOAD_PATH.unshift(*request.fetch('load_path'))
    request.fetch('focals').each_with_index do |focal, index|
      file = focal.fetch('file')
      in_child.call(index) do
        start_coverage.call(lines: true)
        load_repository.call(request.fetch('entry'), file)
        emit.call('lines', 'index' => index, 'executable' => executable_lines.call(file, *focal.fetch('lines')))
      end
      in_child.call(index) do
        serve.call(file, focal.fetch('control'))
        load_repository.call(request.fetch('entry'), file)
        raise 'the file was loaded in another way than by `require`' unless served

        emit.call('control', 'index' => index)
      end
    end
    emit.call('done', 'rc' => 0)
    leave.call(0)
  end

  prepare.call if request.fetch('mode') == 'prepare'

  suite = request.fetch('suite')
  focal = request.fetch('focal')
  first, last = request.fetch('lines')
  framework = request.fetch('framework')

  begin
    RubyVM::InstructionSequence.compile_file(suite)
  rescue SyntaxError => error
    warn error.message
    emit.call('syntax', 'message' => clean.call(error.message.gsub(suite, File.basename(suite)), 2000))
    leave.call(3)
  end

  begin
    load_framework.call(framework)
    $LOAD_PATH.unshift(*request.fetch('load_path'))
    serve.call(focal, request['control'])
    start_coverage.call(lines: true)
    load_repository.call(request.fetch('entry'), focal)
  rescue Exception => error # rubocop:disable Lint/RescueException
    warn error.full_message(highlight: false)
    emit.call('fault', 'message' => describe.call(error))
    leave.call(4)
  end

  # A suite that measures coverage itself would stop ours.
  %i[setup start resume suspend result peek_result].each do |name|
    Coverage.define_singleton_method(name) { |*, **| {} }
  end

  begin
    load suite
  rescue SystemExit, SignalException => error
    warn "The suite ended the process while it was loaded (#{error.class})."
    leave.call(70)
  rescue Exception => error # rubocop:disable Lint/RescueException
    warn error.full_message(highlight: false)
    emit.call('load_error', 'message' => describe.call(error))
    leave.call(3)
  end

  failures = 0
  started = {}
  begin_test = lambda do |id, name|
    started[id] = clock.call(monotonic)
    emit.call('begin', 'id' => id, 'name' => clean.call(name, 300))
  end
  end_test = lambda do |id, name, full, status, message|
    failures += 1 if status == 'failed'
    millis = started[id] ? ((clock.call(monotonic) - started[id]) * 1000).round : 0
    emit.call('end', 'id' => id, 'name' => clean.call(name, 300), 'full' => clean.call(full, 300),
                     'status' => status, 'message' => clean.call(message, 2000), 'millis' => millis)
  end

  run_rspec = lambda do
    messages = []
    report = lambda do |status, notification|
      example = notification.example
      result = example.execution_result
      error = result.exception
      message = if status == 'skipped' then result.pending_message
                elsif error.is_a?(RSpec::Expectations::ExpectationNotMetError) then error.message
                elsif error then describe.call(error)
                end
      end_test.call(example.id, example.description, example.full_description, status, message)
    end
    listener = Object.new
    listener.define_singleton_method(:example_started) do |notification|
      begin_test.call(notification.example.id, notification.example.description)
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
    emit.call('start', 'count' => world.example_count(groups))
    RSpec::Core::Runner.new(RSpec::Core::ConfigurationOptions.new([])).run_specs(groups)
    if world.non_example_failure
      failures += 1
      emit.call('outside', 'message' => clean.call(messages.join("\n"), 2000))
    end
  end

  run_minitest = lambda do
    tests = Minitest::Runnable.runnables.flat_map { |group| group.runnable_methods.map { |name| [group, name] } }
    emit.call('start', 'count' => tests.size)
    tests.each do |group, name|
      id = "#{group}##{name}"
      begin_test.call(id, id)
      result = Minitest.run_one_method(group, name)
      status = if result.passed? then 'passed' elsif result.skipped? then 'skipped' else 'failed' end
      message = result.failures.map(&:message).join("\n")
      puts "#{id}: #{status}", message
      end_test.call(id, id, id, status, message)
    end
  end

  begin
    # From here on only what the tests themselves reach counts as covered.
    clear_coverage.call(stop: false, clear: true)
    framework == 'minitest' ? run_minitest.call : run_rspec.call
    counts = peek_coverage.call[focal]&.fetch(:lines) || []
    emit.call('cov', 'covered' => (first..last).select { |at| counts[at - 1].to_i.positive? })
    code = failures.zero? ? 0 : 1
    emit.call('done', 'rc' => code)
    leave.call(code)
  rescue Exception => error # rubocop:disable Lint/RescueException
    warn "The suite ended the run: #{describe.call(error)}"
  end
  leave.call(70)
end.call
