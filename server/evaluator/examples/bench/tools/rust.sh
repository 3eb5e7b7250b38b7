# Rust: check, test, test again with coverage in a target folder of its own.
COMMENT='//' SUITE=/tmp/suite.rs
export CARGO_HOME=/build/cargo CARGO_NET_OFFLINE=true HOME=/tmp
setup() { cp -r "$ROOT" /tmp/crate; cp "$FOCAL" /tmp/focal.rs; cd /tmp/crate; }
place() { cat /tmp/focal.rs "$SUITE" > "/tmp/crate/${FOCAL#"$ROOT"/}"; }
reference() {
  place
  RUSTFLAGS=-Awarnings CARGO_TARGET_DIR=/tmp/plain cargo check --offline --tests
  RUSTFLAGS=-Awarnings CARGO_TARGET_DIR=/tmp/plain cargo test --offline --lib tests
  RUSTFLAGS='-Awarnings -C instrument-coverage' LLVM_PROFILE_FILE=/tmp/p.profraw CARGO_TARGET_DIR=/tmp/covered \
    cargo test --offline --lib tests
}
bare() { place; CARGO_TARGET_DIR=/tmp/plain cargo test --offline --lib tests; }
