# Formatting, lints, tests, and the counts in the last line.
# shellcheck shell=bash

PASSED=0
FAILED=0

apply_format() { cargo fmt --all; }

check_format() { cargo fmt --all --check; }

# `app` is compiled for the server or for the browser, never for both, so the two are checked apart.
check_lints() {
  cargo clippy --quiet --locked --workspace --exclude hydrate --all-targets -- --deny warnings
  cargo clippy --quiet --locked --package hydrate -- --deny warnings
  cargo check --quiet --locked --package app --features hydrate
}

# What a visitor downloads must hold nothing of the server.
check_browser_crates() {
  local found
  found=$(cargo tree --locked --package hydrate --target wasm32-unknown-unknown --edges normal --prefix none --format '{p}' \
    | { grep -E '^(sqlx|tokio|axum|bollard|plotters|mio)([-_ ]|$)' || true; } | sort -u)
  [ -z "$found" ] || die "these crates must not reach the browser: $found"
  note 'the browser gets none of sqlx, tokio, axum, bollard, plotters, mio'
}

# Tests against PostgreSQL and the engine find them in ASSAY_TEST_POSTGRES and DOCKER_HOST, and fail without.
run_cargo_tests() {
  rm -rf "$TARGET_DIR/attacks"
  cargo_tests 'cargo test'
}

# The sandbox, and one attack of each kind in each language, where the engine has gVisor.
run_gvisor_tests() {
  if ! gvisor_works; then note 'nothing is run under gVisor: the engine does not have it'; return; fi
  export ASSAY_RUNTIME=runsc ASSAY_ATTACKS=kinds
  cargo_tests 'sandbox under gVisor' --test docker
  cargo_tests 'attacks under gVisor' --test attacks -- --skip failures
  unset ASSAY_RUNTIME ASSAY_ATTACKS
}

# All of them, under every runtime that the engine has. How failures are classified has nothing to do with the runtime.
run_attacks() {
  rm -rf "$TARGET_DIR/attacks"
  ASSAY_RUNTIME=runc cargo_tests 'attacks under runc' --test attacks -- --skip failures
  if gvisor_works; then ASSAY_RUNTIME=runsc cargo_tests 'attacks under gVisor' --test attacks -- --skip failures; fi
}

# What was expected of the attacks against what they did, per language and runtime.
attack_table() {
  [ -f "$TARGET_DIR/attacks.md" ] || return 0
  printf '\n'
  sed -n '3,/^$/p' "$TARGET_DIR/attacks.md"
  note "every fixture: $TARGET_DIR/attacks.md"
}

cargo_tests() { # NAME ARGUMENT…
  local name=$1 log=$SCRATCH/cargo-test.log code=0 passed failed ignored
  shift
  # Always with all crates, so that the features are the same and nothing is compiled again.
  cargo test --locked --workspace --exclude hydrate --no-fail-fast "$@" 2>&1 | tee "$log" || code=$?
  read -r passed failed ignored < <(awk '/^test result: / {
    for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p += $(i-1); if ($i ~ /^failed/) f += $(i-1); if ($i ~ /^ignored/) g += $(i-1) }
  } END { print p + 0, f + 0, g + 0 }' "$log")
  count "$passed" "$failed" "$code" "$name"
  [ "$ignored" = 0 ] || { warn "$ignored tests are marked as ignored; none may be"; FAILED=$((FAILED + ignored)); }
}

run_browser_tests() {
  local log=$SCRATCH/playwright.json code=0 passed failed
  ensure_chromium
  (cd end2end && ASSAY_BINARY=$SERVER ASSAY_SITE=$PWD/../target/site PLAYWRIGHT_JSON_OUTPUT_NAME=$log \
    npx --no-install playwright test --reporter=list,json) 9>&- || code=$?
  [ -s "$log" ] || die 'Playwright ended without a report'
  # A test that needed a second try or was skipped has not passed.
  read -r passed failed < <(node -e '
    const { stats } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    console.log(stats.expected, stats.unexpected + stats.flaky + stats.skipped);' "$log")
  count "$passed" "$failed" "$code" 'browser tests'
}

# count PASSED FAILED EXIT NAME: a run that fails without a failed test (it did not compile, it crashed) counts as one.
count() {
  PASSED=$((PASSED + $1))
  FAILED=$((FAILED + $2))
  if [ "$3" != 0 ] && [ "$2" = 0 ]; then FAILED=$((FAILED + 1)); fi
  [ "$1" -gt 0 ] || { warn "$4: no test passed"; [ "$3" != 0 ] || FAILED=$((FAILED + 1)); }
  note "$4: $1 passed, $2 failed, exit code $3"
}

# The system's browser; nothing when there is none that starts (Ubuntu's package is a pointer to a snap).
find_chromium() {
  local name
  for name in "${ASSAY_CHROMIUM:-chromium}" google-chrome google-chrome-stable chromium-browser; do
    if have "$name" && "$name" --version >/dev/null 2>&1; then command -v "$name"; return; fi
  done
}

ensure_chromium() {
  ASSAY_CHROMIUM=$(find_chromium)
  if [ -z "$ASSAY_CHROMIUM" ]; then
    note 'no Chromium in this system: taking the one of Playwright'
    (cd end2end && npx --no-install playwright install --with-deps chromium)
    ASSAY_CHROMIUM=$(cd end2end && node --input-type=module -e \
      'import { chromium } from "@playwright/test"; console.log(chromium.executablePath())')
  fi
  export ASSAY_CHROMIUM
  note "browser: $ASSAY_CHROMIUM"
}

summary() {
  attack_table
  step_table
  printf '\n%d passed, %d failed\n' "$PASSED" "$FAILED"
  [ "$FAILED" = 0 ]
}
