# A PostgreSQL of the tests' own: fresh, on a free port of the loopback interface, gone afterwards.
# shellcheck shell=bash

PG_DIR=
PG_PID=

# Folder of the newest PostgreSQL's programs; nothing when there is none.
postgres_programs() {
  { find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null || true; } | sort -V | sed -n '$s,/initdb$,,p'
}

start_postgres() {
  local bin port as=() attempt
  bin=$(postgres_programs)
  [ -n "$bin" ] || die 'there is no /usr/lib/postgresql/*/bin/initdb; install the package postgresql'
  PG_DIR=$(mktemp -d /tmp/assay-postgres.XXXXXX)
  at_exit stop_postgres
  # PostgreSQL refuses to run as root.
  if is_root; then chown postgres "$PG_DIR"; as=(runuser -u postgres --); fi
  (cd / && "${as[@]}" "$bin/initdb" --pgdata "$PG_DIR/data" --username postgres --auth trust --encoding UTF8 \
    --locale C --no-sync) >"$SCRATCH/initdb.log" 2>&1 || { tail "$SCRATCH/initdb.log" >&2; die 'initdb failed'; }
  for attempt in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 12000))
    # A taken port makes it end at once; then another is tried. Nothing here has to survive a power cut.
    if (cd / && "${as[@]}" "$bin/pg_ctl" --pgdata "$PG_DIR/data" --log "$PG_DIR/log" --wait --silent start --options \
      "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$PG_DIR -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200") \
      </dev/null >/dev/null 2>&1 9>&-; then
      PG_PID=$(sed -n 1p "$PG_DIR/data/postmaster.pid")
      export ASSAY_TEST_POSTGRES=postgres://postgres@127.0.0.1:$port/postgres
      note "PostgreSQL $("$bin/postgres" --version | awk '{ print $3 }') on port $port (process $PG_PID, try $attempt)"
      return
    fi
  done
  tail "$PG_DIR/log" >&2
  die 'PostgreSQL did not start'
}

stop_postgres() {
  if [ -n "$PG_PID" ]; then
    kill -INT "$PG_PID" 2>/dev/null || true
    wait_until 20 postgres_gone || kill -QUIT "$PG_PID" 2>/dev/null || true
  fi
  rm -rf "$PG_DIR"
}

postgres_gone() { ! kill -0 "$PG_PID" 2>/dev/null; }
