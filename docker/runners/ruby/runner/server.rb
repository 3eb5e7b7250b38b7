# frozen_string_literal: true

# The fork server of one framework and one repository. Commands come on descriptor 3 and are answered on descriptor 4;
# both are as the supervisor's README says ("Fork servers"). Nothing of a suite and nothing of the repository itself is
# loaded before the fork: coverage counts, and mutants replace, what is loaded after it.
lambda do |framework, sources, dependencies, setup, answer|
  commands = IO.for_fd(3, 'r')
  answers = IO.for_fd(4, 'w')
  [commands, answers].each { |io| io.close_on_exec = true }
  answers.sync = true

  framework[:load].call
  framework[:warm].call
  dependencies.call(setup)
  compiled = sources[:compile_all].call(setup.fetch('load_path'))
  # The first look at it goes through all folders and remembers them.
  $LOAD_PATH.unshift(*setup.fetch('load_path'))
  $LOAD_PATH.resolve_feature_path('json')
  # Switching coverage on goes through all code that is loaded. Only what is loaded from here on is counted.
  Coverage.start(lines: true)
  Process.warmup

  # In the process that runs the step: from what the server was to what a process is that was started for it.
  become = lambda do |fields|
    input, output, report, seconds, uid, gid, folder, *variables = fields
    answers.close
    # The report takes the place of the commands.
    [[$stdin, input, 'r'], [$stdout, output, 'w'], [$stderr, output, 'w'], [commands, report, 'w']].each do |io, path, mode|
      File.open(path, mode) { |opened| io.reopen(opened) }
    end
    commands.autoclose = false
    Process.setrlimit(Process::RLIMIT_CPU, seconds.to_i, seconds.to_i + 1)
    ENV.replace(variables.to_h { |variable| variable.split('=', 2) })
    begin
      Process.groups = []
    rescue SystemCallError
      nil # only root may, and only root has any
    end
    Process::Sys.setgid(gid.to_i)
    Process::Sys.setuid(uid.to_i)
    Dir.chdir(folder)
    File.umask(0o077)
  end

  step = lambda do |fields|
    Process.setsid
    become.call(fields)
    answer.call(compiled)
  rescue Exception => error # rubocop:disable Lint/RescueException
    warn error.full_message(highlight: false)
  ensure
    exit!(71)
  end

  answers.puts 'ready'
  while (line = commands.gets)
    name, *fields = line.chomp.split("\t", -1)
    begin
      raise "unknown command #{name}" unless name == 'fork'

      # The process between ends at once, so that the step's becomes a child of the supervisor; only then is its
      # number told.
      reader, writer = IO.pipe
      between = fork do
        child = fork do
          [reader, writer].each(&:close)
          step.call(fields)
        end
        writer.puts child
      rescue SystemCallError => error
        writer.puts "error #{error.message}"
      ensure
        exit!(0)
      end
      writer.close
      Process.wait(between)
      answers.puts(reader.gets || 'error the process between died')
      reader.close
    rescue StandardError => error
      answers.puts "error #{error.message.tr("\n\t", ' ')}"
    end
  end
  exit!(0)
end
