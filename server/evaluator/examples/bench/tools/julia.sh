# Julia: what the reference does for each suite. A file that loads the module and holds the suite inside a test set, and one
# that includes it, counts and prints the numbers; one process with coverage; the lines of the focal file are read from what
# that leaves, which is removed. Left out, in its favour: the process that all suites of a repository share, and the
# `Pkg.develop` in it. The bare tool runs the suite as it is.
COMMENT='#' SUITE=/tmp/suite.jl
export JULIA_LOAD_PATH=/repo/.environment:@stdlib JULIA_DEPOT_PATH=/tmp/depot:/assay/depot JULIA_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
setup() {
  cd /tmp
  cat > counts.jl <<'JULIA'
using Test
set = Test.DefaultTestSet("suite")
Test.push_testset(set)
try
    include("/tmp/placed.jl")
catch error
    @warn "the suite failed" error
end
Test.pop_testset()
passes, fails, errors, broken, c_passes, c_fails, c_errors, c_broken = Test.get_test_counts(set)
counts = (passes + c_passes, fails + c_fails, errors + c_errors, broken + c_broken)
println("TEST_RESULTS: ", join(counts, ","), ",", round(100 * counts[1] / max(sum(counts), 1); digits = 1))
JULIA
}
place() {
  { printf 'using Test\nusing %s\n@testset "test_1" begin\n' "$MODULE"; cat "$SUITE"; echo end; } > placed.jl
}
reference() {
  place
  julia --startup-file=no --code-coverage=user counts.jl | tee results
  grep -q '^TEST_RESULTS: [1-9][0-9]*,0,0,0,' results
  cat "$FOCAL".*.cov > lines
  find "$ROOT" /tmp -maxdepth 3 -name '*.cov' -exec rm {} +
}
bare() { julia --startup-file=no "$SUITE"; }
