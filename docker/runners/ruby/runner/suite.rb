# frozen_string_literal: true

# Runs one suite: its syntax, the repository, the suite, its tests. The lambda that it gives never returns.
lambda do |frameworks, sources, reporter|
  leave = Process.method(:exit!)
  clock = Process.method(:clock_gettime)
  monotonic = Process::CLOCK_MONOTONIC
  peek_coverage = Coverage.method(:peek_result)
  clear_coverage = Coverage.method(:result)
  start_coverage = Coverage.method(:start)
  coverage_runs = Coverage.method(:running?)

  # Exit code of a process that ends by `error`, for what the reference would have seen.
  code_of = ->(error) { error.instance_of?(SystemExit) ? error.status : 70 }

  # What the runs of the frameworks tell: each test when it begins and when it ends. `at_once`: the first failure ends
  # the process. So ends the control run, which is asked for nothing but a failure.
  observer_of = lambda do |report, at_once|
    emit, clean = report.values_at(:emit, :clean)
    failures = 0
    started = {}
    failed = lambda do |message|
      failures += 1
      next unless at_once

      puts "The first failure: #{message}"
      leave.call(1)
    end
    {
      describe: report[:describe],
      start: ->(count) { emit.call('start', 'count' => count) },
      begin: lambda do |id, name|
        started[id] = clock.call(monotonic)
        emit.call('begin', 'id' => id, 'name' => clean.call(name, 300))
      end,
      end: lambda do |id, name, full, status, message|
        millis = started[id] ? ((clock.call(monotonic) - started[id]) * 1000).round : 0
        emit.call('end', 'id' => id, 'name' => clean.call(name, 300), 'full' => clean.call(full, 300),
                         'status' => status, 'message' => clean.call(message, 2000), 'millis' => millis)
        failed.call(message) if status == 'failed'
      end,
      outside: lambda do |message|
        emit.call('outside', 'message' => clean.call(message, 2000))
        failed.call(message)
      end,
      finish: -> { failures }
    }
  end

  # The same for a mutant: names only, all at the end, because answers for many mutants travel together. The first
  # failure ends the process, since nothing more is to be learnt.
  brief_observer_of = lambda do |report|
    emit, clean = report.values_at(:emit, :clean)
    given = {}
    names = { 'passed' => [], 'skipped' => [] }
    {
      describe: ->(_error) { '' },
      start: ->(count) { emit.call('start', 'count' => count) },
      begin: ->(_id, _name) {},
      end: lambda do |_id, name, full, status, _message|
        leave.call(1) if status == 'failed'
        name = clean.call(name, 300)
        names[status] << (given[name] ? clean.call(full, 300) : name)
        given[name] = true
      end,
      outside: ->(_message) { leave.call(1) },
      finish: lambda do
        emit.call('names', names)
        0
      end
    }
  end

  lambda do |request, compiled|
    report = reporter.call(request.delete('nonce'))
    emit, clean, describe = report.values_at(:emit, :clean, :describe)
    suite, focal, mutant = request.fetch('suite'), request.fetch('focal'), request['mutant']
    first, last = request.fetch('lines')
    framework = frameworks.fetch(request.fetch('framework'))

    begin
      compiled[suite] = RubyVM::InstructionSequence.compile_file(suite)
    rescue SyntaxError => error
      warn error.message
      emit.call('syntax', 'message' => clean.call(error.message.gsub(suite, File.basename(suite)), 2000))
      leave.call(3)
    end

    begin
      framework[:load].call
      framework[:configure].call(request['seed'], !mutant.nil?)
      $LOAD_PATH.unshift(*(request.fetch('load_path') - $LOAD_PATH))
      sources[:serve].call(focal, mutant ? sources[:mutate].call(focal, mutant) : request['control'], compiled)
      start_coverage.call(lines: true) unless coverage_runs.call
      sources[:load].call(request.fetch('entry'), focal)
    rescue Exception => error # rubocop:disable Lint/RescueException
      warn error.full_message(highlight: false)
      emit.call('fault', 'message' => describe.call(error))
      leave.call(4)
    end

    # A suite that measures coverage itself would stop ours.
    %i[setup start resume suspend result peek_result].each do |name|
      Coverage.define_singleton_method(name) { |*, **| {} }
    end
    emit.call('ready')

    begin
      load suite
    rescue SystemExit, SignalException => error
      warn "The suite ended the process while it was loaded (#{error.class})."
      leave.call(code_of.call(error))
    rescue Exception => error # rubocop:disable Lint/RescueException
      warn error.full_message(highlight: false)
      emit.call('load_error', 'message' => describe.call(error))
      leave.call(3)
    end

    observer = mutant ? brief_observer_of.call(report) : observer_of.call(report, !request['control'].nil?)
    begin
      # From here on only what the tests themselves reach counts as covered.
      loaded = clear_coverage.call(stop: false, clear: true)[focal]&.fetch(:lines) || []
      assertions = framework[:run].call(observer)
      counts = peek_coverage.call[focal]&.fetch(:lines) || []
      ran = ->(lines) { (first..last).select { |at| lines[at - 1].to_i.positive? } }
      emit.call('cov', 'covered' => ran.call(counts), 'loaded' => ran.call(loaded),
                       'total' => (first..last).count { |at| loaded[at - 1] })
      code = observer[:finish].call.zero? ? 0 : 1
      emit.call('done', 'rc' => code, 'assertions' => assertions)
      leave.call(code)
    rescue Exception => error # rubocop:disable Lint/RescueException
      warn "The suite ended the run: #{describe.call(error)}"
      leave.call(code_of.call(error))
    end
    leave.call(70)
  end
end
