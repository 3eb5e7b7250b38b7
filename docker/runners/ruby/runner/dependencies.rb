# frozen_string_literal: true

# Loads what a repository needs from elsewhere, and nothing of the repository itself, before processes are forked that
# load the repository.
lambda do |setup|
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

  # Only if it makes no difference.
  needed = in_child.call(&needs)
  with_them = in_child.call { needed.each { |name| require name } && load_repository.call }
  needed.each { |name| require name } if with_them && with_them == in_child.call(&load_repository)
end
