# Ruby: syntax check, RSpec, RSpec again with coverage, both inside the repository's bundle. That holds RSpec alone, where a
# real one has dozens of gems. SimpleCov, which the reference starts as well where the bundle has it, is left out.
COMMENT='#' SUITE=/tmp/gem/spec/temp_spec.rb
GEM=$(basename "$ROOT")
export HOME=/tmp
setup() {
  cp -r "$ROOT" /tmp/gem
  chmod -R u+w /tmp/gem
  cd /tmp/gem
  mkdir spec
  cat > "$GEM.gemspec" <<RUBY
Gem::Specification.new do |gem|
  gem.name = '$GEM'
  gem.version = '1'
  gem.summary = gem.name
  gem.authors = [gem.name]
  gem.files = Dir['lib/**/*']
end
RUBY
  printf 'gemspec\ngem "rspec"\n' > Gemfile
  bundle install --local
}
reference() {
  ruby -c "$SUITE"
  bundle exec rspec --format progress -r "$GEM" spec/temp_spec.rb
  bundle exec ruby -I lib -r coverage -r rspec/core -e '
    Coverage.start(lines: true)
    require ARGV[0]
    code = RSpec::Core::Runner.run([ARGV[1]])
    puts Coverage.peek_result.size
    exit code' "$GEM" spec/temp_spec.rb
}
bare() { rspec -I lib -r "$GEM" "$SUITE"; }
