# frozen_string_literal: true

# Writes records. Called once per process and before the suite is loaded, it takes what it needs from Ruby; the lambda
# that it gives makes a reporter for one request.
lambda do
  write = IO.instance_method(:syswrite)
  generate = JSON.method(:generate)
  process_id = Process.method(:pid)

  clean = lambda do |value, limit|
    text = value.to_s.dup
    text = text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace) unless text.encoding == Encoding::BINARY
    text.force_encoding(Encoding::UTF_8).scrub.strip[0, limit]
  rescue StandardError
    '(a text that cannot be shown)'
  end
  describe = ->(error) { clean.call("#{error.class}: #{error.message}", 2000) }

  # A reporter is a Hash of lambdas: `emit`, `clean`, `describe`, and `claim`, which makes the calling process the one
  # that may report.
  lambda do |nonce|
    channel = IO.for_fd(3, 'w')
    channel.autoclose = false
    channel.close_on_exec = true
    owner = process_id.call
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
    { emit: emit, clean: clean, describe: describe, claim: -> { owner = process_id.call } }
  end
end
