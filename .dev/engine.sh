# The container engine: one that answers, or our own, which ends with the last ./dev that uses it.
# shellcheck shell=bash

engine_answers() { timeout 20 docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }

engine_label() { docker version --format '{{.Server.Version}}' 2>/dev/null; }

ensure_engine() {
  local asked=${DOCKER_HOST:-} context
  # Debian 13 and later have the client in a package of its own.
  have docker || apt_install docker-cli
  if engine_answers; then
    # The server speaks to the engine itself and knows no docker contexts, so it is told where this client found it.
    if [ -z "$asked" ]; then
      context=$(docker context inspect --format '{{.Endpoints.docker.Host}}' 2>/dev/null || true)
      export DOCKER_HOST=${context:-unix:///var/run/docker.sock}
    fi
    note "engine $(engine_label) at $DOCKER_HOST"
    return
  fi
  [ -z "$asked" ] || die "DOCKER_HOST is $asked, and no container engine answers there; start it, or unset DOCKER_HOST"
  # Where services are started on installation, one answers now.
  if have systemctl && systemctl is-system-running >/dev/null 2>&1 && wait_until 15 engine_answers; then
    export DOCKER_HOST=unix:///var/run/docker.sock
    note "engine $(engine_label) at $DOCKER_HOST"
    return
  fi
  have dockerd || die 'there is no container engine; install the package docker.io, or set DOCKER_HOST'
  if ! is_root; then
    need_root "The container engine is installed, but does not answer you ($(docker version 2>&1 >/dev/null | tail -n 1))" \
      'sudo systemctl start docker' "sudo usermod --append --groups docker $(id -un)   # then log in again"
  fi
  own_engine
}

# ---- our own engine -------------------------------------------------------------------------------------------------

own_engine_pid() { # prints its process id while it runs
  local pid
  pid=$(cat "$ENGINE_DIR/engine.pid" 2>/dev/null) || return 1
  # The number may be in use by something else since a crash.
  tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF -- "--data-root $ENGINE_DIR/data" || return 1
  printf '%s\n' "$pid"
}

own_engine() {
  ENGINE_DIR=$STATE_DIR/engine
  mkdir -p "$ENGINE_DIR"
  export DOCKER_HOST=unix://$ENGINE_DIR/docker.sock
  [ ${#ENGINE_DIR} -lt 60 ] || die "the path $ENGINE_DIR is too long for a socket; set ASSAY_STATE to a shorter folder"
  # Every ./dev that uses the engine holds this lock; whoever finds it free at the end stops the engine.
  exec 9>"$ENGINE_DIR/users.lock"
  flock --shared --timeout 60 9 || die "another ./dev is stopping the engine of $ENGINE_DIR and does not get on"
  at_exit leave_own_engine
  if own_engine_pid >/dev/null && wait_until 30 engine_answers; then
    note "own engine $(engine_label) at $DOCKER_HOST runs already"
    return
  fi
  grep -q ' /sys/fs/cgroup' /proc/mounts \
    || die 'no control groups are mounted on /sys/fs/cgroup, so no engine can limit a container here; in a container of your own, give it the host'"'"'s engine through DOCKER_HOST'
  if ! start_own_engine; then
    if grep -qiE 'graphdriver|overlay|storage.driver' "$ENGINE_DIR/engine.log"; then
      warn 'the engine cannot use overlayfs here; trying again with plain copies (vfs): slow, and images take several times the space'
      start_own_engine --storage-driver vfs || engine_failed
    else
      engine_failed
    fi
  fi
  note "own engine $(engine_label) started at $DOCKER_HOST (process $(cat "$ENGINE_DIR/engine.pid"), log $ENGINE_DIR/engine.log)"
}

# No bridge and no firewall rules: sandboxes have no network, and images are built with the host's.
start_own_engine() {
  local gvisor
  own_engine_pid >/dev/null || rm -f "$ENGINE_DIR/engine.pid"
  mapfile -t gvisor < <(gvisor_flags)
  setsid dockerd --data-root "$ENGINE_DIR/data" --exec-root "$ENGINE_DIR/exec" --pidfile "$ENGINE_DIR/engine.pid" \
    --host "$DOCKER_HOST" --bridge none --iptables=false --log-level warn "${gvisor[@]}" "$@" \
    >"$ENGINE_DIR/engine.log" 2>&1 </dev/null 9>&- &
  local pid=$!
  local end=$((SECONDS + 60))
  until engine_answers; do
    kill -0 "$pid" 2>/dev/null || return 1
    [ "$SECONDS" -lt "$end" ] || { kill "$pid" 2>/dev/null || true; return 1; }
    sleep 0.3
  done
}

engine_failed() {
  tail -n 15 "$ENGINE_DIR/engine.log" >&2
  die "the container engine did not start; its last words are above, the whole log is $ENGINE_DIR/engine.log. Needed: root with all capabilities, writable control groups, and overlayfs or enough space. Or set DOCKER_HOST to an engine that runs"
}

leave_own_engine() {
  local pid
  pid=$(own_engine_pid) || return 0
  flock --unlock 9
  if ! flock --exclusive --nonblock 9; then
    note "engine left running: another ./dev uses it"
    return 0
  fi
  kill -TERM "$pid" 2>/dev/null || return 0
  wait_until 30 engine_gone "$pid" || warn "the engine (process $pid) does not end"
  note 'engine stopped; images are kept for the next time'
}

engine_gone() { ! kill -0 "$1" 2>/dev/null; }
