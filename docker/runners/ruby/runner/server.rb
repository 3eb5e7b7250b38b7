# frozen_string_literal: true

# The fork server of one framework and one repository. Commands come on descriptor 3 and are answered on descriptor 4;
# both are as the supervisor's README says ("Fork servers"). Nothing of a suite and nothing of the repository itself is
# loaded before the fork: coverage counts, and mutants replace, what is loaded after it.
lambda do |framework, setup, answer|
  commands = IO.for_fd(3, 'r')
  answers = IO.for_fd(4, 'w')
  [commands, answers].each { |io| io.close_on_exec = true }
  answers.sync = true

  # Gives what the block gives (a list of texts) when it is run in a child; `nil` when it raises there.
  in_child = lambda do |&work|
    reader, writer = IO.pipe
    child = fork do
      reader.close
      $stdout.reopen(File::NULL, 'w')
      writer.write(JSON.generate(work.call))
      exit!(0)
    rescue Exception # rubocop:disable Lint/RescueException
      exit!(1) # the first suite's process will find the same and say so
    end
    writer.close
    text = reader.read
    Process.wait(child)
    $?.success? ? JSON.parse(text) : nil
  end
  load_repository = lambda do
    $LOAD_PATH.unshift(*setup.fetch('load_path'))
    setup.fetch('entry').each { |entry| require entry }
    $LOADED_FEATURES.select { |file| file.start_with?('/') }.sort
  end

  # What files of the repository require from elsewhere, found by loading it in a child. The suites' processes load the
  # repository in any case, so they have the same files either way. Files that another one of those loads are left to
  # it: they may not work before it has begun.
  needs = lambda do
    inside = "#{setup.fetch('root')}/"
    names = []
    original = Kernel.instance_method(:require)
    Kernel.send(:define_method, :require) do |name|
      from_here = caller_locations(1, 1).first.path.start_with?(inside)
      _, file = $LOAD_PATH.resolve_feature_path(name) if from_here
      names << name if from_here && !file.to_s.start_with?(inside)
      original.bind_call(self, name)
    end
    load_repository.call
    names.uniq
  end

  framework[:load].call
  framework[:warm].call
  # Only if it makes no difference.
  needed = in_child.call(&needs)
  with_them = in_child.call { needed.each { |name| require name } && load_repository.call }
  needed.each { |name| require name } if with_them && with_them == in_child.call(&load_repository)
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
    answer.call
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
