# frozen_string_literal: true

# Loads the repository, with another text in place of one of its files if so wanted.
lambda do
  compile = RubyVM::InstructionSequence.method(:compile)

  # Serves `text` in place of one file, with the file's own path, so that `__FILE__`, constants and visibility stay as
  # they are. Installed with `nil` too: a suite must not be able to tell the runs apart by looking. Other files come from
  # `compiled` (path => code), where Ruby would read them again; each only once, since code remembers what it has seen.
  # The one file itself does not, because Ruby counts lines only of what it reads. Gives a lambda that says whether the
  # text was asked for.
  serve = lambda do |path, text, compiled = {}|
    served = false
    RubyVM::InstructionSequence.define_singleton_method(:load_iseq) do |file|
      next compiled.delete(file) unless file == path
      next unless text

      served = true
      compile.call(text, file, file)
    end
    -> { served }
  end

  # Files of the repository as code. What cannot be compiled is left to the run that loads it.
  compile_all = lambda do |folders|
    Dir[*folders.map { |folder| "#{folder}/**/*.rb" }].each_with_object({}) do |file, compiled|
      compiled[file] = RubyVM::InstructionSequence.compile_file(file)
    rescue SyntaxError
      next
    end
  end

  # The text of a file with a piece of it replaced; positions are in bytes.
  mutate = lambda do |path, mutant|
    text = File.binread(path)
    first, last = mutant.fetch('start'), mutant.fetch('end')
    (text.byteslice(0, first) + mutant.fetch('replacement').b + text.byteslice(last..)).force_encoding(Encoding::UTF_8)
  end

  load = lambda do |entries, focal|
    entries.each { |entry| require entry }
    require focal # left out so far when the gem loads it lazily
  end

  { serve: serve, mutate: mutate, load: load, compile_all: compile_all }
end
