# Rust: what the reference does, on the complete crate as Debian ships it, upstream's tests included. The suite stands
# behind the original focal file. cargo-llvm-cov is not in Debian: the commands are those that it runs (it cleans the
# package, builds, runs, merges the profile and exports it), with the stable compiler, so without branches.
COMMENT='//' SUITE=/tmp/suite.rs
export CARGO_HOME=/build/cargo CARGO_NET_OFFLINE=true HOME=/tmp CARGO_TERM_COLOR=never
NAME=$(basename "$ROOT")
COVERED=/tmp/crate/target/llvm-cov-target
setup() {
  cp -r /usr/share/cargo/registry/"$NAME"-[0-9]* /tmp/crate
  cd /tmp/crate
  cp "${FOCAL#"$ROOT"/}" /tmp/focal.rs
}
place() {
  { cat /tmp/focal.rs; printf '\n\n'; sed '0,/mod tests/s//mod tests_xrepotest/' "$SUITE"; } > "${FOCAL#"$ROOT"/}"
}
coverage() (
  export RUSTFLAGS='-C instrument-coverage --cfg=coverage --cfg=trybuild_no_target' CARGO_LLVM_COV=1
  export CARGO_TARGET_DIR=$COVERED LLVM_PROFILE_FILE="$COVERED/$NAME-%p-%m.profraw"
  rm -f "$COVERED"/*.profraw
  cargo clean --package "$NAME"
  cargo test --no-run tests_xrepotest
  cargo test --no-fail-fast tests_xrepotest
  llvm-profdata-19 merge -sparse "$COVERED"/*.profraw -o "$COVERED/$NAME.profdata"
  objects=$(find "$COVERED/debug/deps" -type f -executable ! -name '*.so' -exec printf -- '-object %s ' {} \;)
  # shellcheck disable=SC2086
  llvm-cov-19 export -format=text -instr-profile="$COVERED/$NAME.profdata" $objects \
    -ignore-filename-regex='^/usr/|/tests/' > /tmp/coverage.json
)
reference() {
  place
  RUSTFLAGS=-Awarnings cargo check --tests
  cargo test tests_xrepotest
  coverage
}
bare() { place; cargo test tests_xrepotest; }
