# frozen_string_literal: true

# Runs test suites for focal functions and reports what happened on descriptor 3.
#
#   runner.rb                     one request from standard input, then the process ends
#   runner.rb --server JSON       forks itself for each request (server/supervisor/README.md, "Fork servers")
#
# A request is one line of JSON (server/evaluator/src/ruby/request.rs writes it). Every record on descriptor 3 is one
# line of JSON that carries the nonce of the request and a number counting up from 0; `report.rs` beside it reads them.
# What the suite prints goes to standard output and is never a result.
#
# The suite runs in this process and may reopen any class or stub any method. So whatever is needed after it was
# loaded is taken beforehand as a Method object and kept in local variables, nothing here is a constant, and the
# process ends by `exit!`, which runs no hook of the suite. None of that stops a suite that is written against this
# file; the control run, in which the focal function fails at entry, is what such a suite has to get past.

lambda do
  require 'coverage'
  require 'json'

  # Each file of the folder is one lambda. They are no methods, so that a suite has nothing to redefine.
  part = ->(name) { RubyVM::InstructionSequence.compile_file("#{__dir__}/runner/#{name}.rb").eval }
  frameworks = part.call('frameworks').call
  sources = part.call('sources').call
  reporter = part.call('reporter').call
  suite = part.call('suite').call(frameworks, sources, reporter)
  dependencies = part.call('dependencies')
  preparation = part.call('preparation').call(frameworks, sources, reporter, dependencies)

  # Answers the request on standard input; never returns. `compiled`: files of the repository that need not be read.
  answer = lambda do |compiled = {}|
    line = $stdin.gets.to_s
    request = JSON.parse(line)
    line.clear
    $stdin.reopen(File::NULL)
    $stdout.sync = true
    $stderr.sync = true
    (request.fetch('mode') == 'prepare' ? preparation : suite).call(request, compiled)
  end

  next answer.call unless ARGV.first == '--server'

  ARGV.shift
  setup = JSON.parse(ARGV.shift)
  part.call('server').call(frameworks.fetch(setup.fetch('framework')), sources, dependencies, setup, answer)
end.call
