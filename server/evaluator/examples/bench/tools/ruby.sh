# Ruby: syntax check, RSpec, RSpec again with coverage.
COMMENT='#' SUITE=/tmp/temp_spec.rb
GEM=$(basename "$ROOT")
setup() { cd "$ROOT"; }
reference() {
  ruby -c "$SUITE"
  rspec --options /dev/null -I lib -r "$GEM" "$SUITE"
  ruby -I lib -r coverage -r rspec/core -e '
    Coverage.start(lines: true)
    require ARGV[0]
    code = RSpec::Core::Runner.run(["--options", "/dev/null", ARGV[1]])
    puts Coverage.peek_result.size
    exit code' "$GEM" "$SUITE"
}
bare() { rspec --options /dev/null -I lib -r "$GEM" "$SUITE"; }
