# What is built from our own sources: the site, the server; and the packages from npm that help.
# shellcheck shell=bash

# wasm-opt and Playwright. Browsers are never downloaded here: the tests use the system's.
ensure_npm_packages() {
  local major
  major=$(node --version | sed 's/^v\([0-9]*\).*/\1/')
  [ "$major" -ge 18 ] || die "Node $major is too old; Node 18 or newer is needed"
  local wanted stamp=end2end/node_modules/.assay-lock
  wanted=$(sha256sum end2end/package-lock.json | cut -d' ' -f1)
  if [ "$(cat "$stamp" 2>/dev/null || true)" = "$wanted" ]; then note 'npm packages: unchanged'; return; fi
  (cd end2end && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error)
  printf '%s\n' "$wanted" >"$stamp"
}

# For ./dev run: the optimiser if it can be had without installing anything else.
offer_npm_packages() {
  if have npm; then ensure_npm_packages; else note 'no npm here: the wasm is served un-optimised (./dev build installs npm)'; fi
}

build_site() { cargo run --quiet --locked --package bundle -- --site target/site; }

build_server() {
  cargo build --locked --release --package server
  SERVER=$TARGET_DIR/release/assay
}

# Integration tests come with the program; asked for with the same features as before, nothing is compiled again.
build_debug_server() {
  cargo test --quiet --locked --workspace --exclude hydrate --no-run
  SERVER=$TARGET_DIR/debug/assay
}

# Serves in the foreground of this terminal; Ctrl-C or a TERM to ./dev ends it in order.
serve() {
  note "starting $SERVER serve ${SERVE_ARGUMENTS[*]}"
  "$SERVER" serve --site target/site "${SERVE_ARGUMENTS[@]}" 9>&- &
  SERVER_PID=$!
  trap 'kill -TERM "$SERVER_PID" 2>/dev/null || true' INT TERM
  local code=0
  wait "$SERVER_PID" || code=$?
  # The first wait ends with the signal, not with the server.
  while kill -0 "$SERVER_PID" 2>/dev/null; do wait "$SERVER_PID" || code=$?; done
  trap - INT TERM
  # 130 and 143: ended by the signal that was sent for that.
  case $code in
    0 | 130 | 143) note 'server stopped' ;;
    *) die "the server ended with code $code" ;;
  esac
}
