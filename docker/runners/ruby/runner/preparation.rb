# frozen_string_literal: true

# Answers, without any suite: which lines of each focal function can run, does the repository load with the function
# broken, and which mutants are valid. One child process for each question, because loading one file may change
# another. The lambda that it gives never returns.
lambda do |frameworks, sources, reporter, dependencies|
  # Executable lines of the method at these lines: those that can count inside its body, so neither `def` nor the
  # defaults of its parameters.
  executable_lines = lambda do |file, first, last|
    counts = Coverage.peek_result[file]&.fetch(:lines) or raise "#{file} was not loaded"
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

  lambda do |request, _compiled|
    report = reporter.call(request.delete('nonce'))
    emit, claim, describe = report.values_at(:emit, :claim, :describe)
    entries, wanted = request.fetch('entry'), request.fetch('mutants')

    # Whether the question could be asked without an exception.
    in_child = lambda do |seconds, fields, &question|
      child = fork do
        claim.call
        # What a mutant prints while it loads is nobody's business, and may be without end.
        $stdout.reopen(File::NULL, 'w')
        Process.setrlimit(Process::RLIMIT_CPU, seconds, seconds)
        begin
          question.call
        rescue Exception => error # rubocop:disable Lint/RescueException
          emit.call('problem', fields.merge('message' => describe.call(error)))
          exit!(1)
        end
        exit!(0)
      end
      deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
      until Process.wait(child, Process::WNOHANG)
        Process.kill(:KILL, child) if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
        sleep 0.001
      end
      $?.success?
    end
    # Whether the repository loads with another text of one of its files.
    loads = lambda do |file, text|
      served = sources[:serve].call(file, text)
      sources[:load].call(entries, file)
      raise 'the file was loaded in another way than by `require`' unless served.call
    end

    frameworks.each_value { |framework| in_child.call(60, {}) { framework[:load].call } }
    frameworks.fetch('rspec')[:load].call
    dependencies.call(request)
    $LOAD_PATH.unshift(*request.fetch('load_path'))
    request.fetch('focals').each_with_index do |focal, index|
      file = focal.fetch('file')
      in_child.call(60, 'index' => index) do
        Coverage.start(lines: true)
        sources[:load].call(entries, file)
        emit.call('lines', 'index' => index, 'executable' => executable_lines.call(file, *focal.fetch('lines')))
      end
      in_child.call(60, 'index' => index) do
        loads.call(file, focal.fetch('control'))
        emit.call('control', 'index' => index)
      end
      valid = 0
      focal.fetch('mutants').each do |mutant|
        break if valid == wanted

        number = mutant.fetch('number')
        is_valid = in_child.call(5, 'index' => index, 'mutant' => number) do
          loads.call(file, sources[:mutate].call(file, mutant))
          emit.call('mutant', 'index' => index, 'mutant' => number)
        end
        valid += 1 if is_valid
      end
    end
    emit.call('done', 'rc' => 0)
    exit!(0)
  end
end
