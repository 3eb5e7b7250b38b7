# gVisor, the runtime with a kernel of its own in front of the host's. Never required; used where it is.
# shellcheck shell=bash

# Older ones refuse what current programs ask of a kernel (statx), and do not start on current kernels.
GVISOR_SINCE=20240101
GVISOR=

# The release date of a runsc, as in "runsc version 0.0~20240729.0" and "runsc version release-20240729.0".
gvisor_date() { "$1" --version 2>/dev/null | sed -n 's/^runsc version .*\(20[0-9]\{6\}\).*/\1/p'; }

# A usable runsc: the system's, or the one that ./dev attacks has fetched. GVISOR is its path, or empty.
find_gvisor() {
  local candidate date
  GVISOR=
  for candidate in "$(command -v runsc || true)" "$STATE_DIR/gvisor/runsc"; do
    [ -x "$candidate" ] || continue
    date=$(gvisor_date "$candidate")
    if [ "${date:-0}" -ge "$GVISOR_SINCE" ]; then GVISOR=$candidate; return; fi
    note "$candidate is from ${date:-an unknown date}: too old, gVisor from $GVISOR_SINCE on is needed"
  done
}

# For ./dev attacks: one file out of Debian's package, beside our engine, so that the system's packages stay as they are.
# Runs under gVisor are left out where it cannot be had.
ensure_gvisor() {
  if [ -n "${DOCKER_HOST:-}" ] || engine_answers; then
    note 'the engine runs already: it has gVisor if its owner has registered runsc'
    return
  fi
  find_gvisor
  if [ -z "$GVISOR" ] && is_root && have apt-get; then
    fetch_gvisor || warn 'gVisor could not be fetched; nothing is run under it'
    find_gvisor
  fi
  if [ -n "$GVISOR" ]; then note "gVisor: $GVISOR, $(gvisor_date "$GVISOR")"; else note 'no gVisor here'; fi
}

fetch_gvisor() {
  local apt=$SCRATCH/gvisor
  note "gVisor from $(debian_mirror)"
  (
    apt_install debian-archive-keyring
    APT_CONFIG=$(debian_apt "$apt" trixie) && export APT_CONFIG
    timeout 300 apt-get -qq update && cd "$apt" && timeout 300 apt-get -qq download runsc && dpkg -x runsc_*.deb unpacked
  ) && mkdir -p "$STATE_DIR/gvisor" && mv "$apt/unpacked/usr/bin/runsc" "$STATE_DIR/gvisor/runsc"
}

# Prints the flags with which our own engine offers gVisor. Sandboxes have no network, and gVisor takes the network of a
# container on current kernels for the host's, so it is told that there is none.
gvisor_flags() {
  find_gvisor >/dev/null
  [ -n "$GVISOR" ] || return 0
  # The engine takes runtimes from one place only.
  ! grep -qs '"runtimes"' /etc/docker/daemon.json || return 0
  printf '#!/bin/sh\nexec %q --network=none "$@"\n' "$GVISOR" >"$ENGINE_DIR/runsc"
  chmod 755 "$ENGINE_DIR/runsc"
  printf '%s\n' --add-runtime "runsc=$ENGINE_DIR/runsc"
}

# Whether the engine runs a container under gVisor with the limits that the evaluator needs.
gvisor_works() {
  docker info --format '{{json .Runtimes}}' 2>/dev/null | grep -q '"runsc"' || return 1
  timeout --kill-after 5 60 docker run --rm --runtime runsc --network none --memory 128m --pids-limit 128 --cap-drop ALL \
    --read-only "$BASE_IMAGE" true >"$SCRATCH/gvisor.log" 2>&1 || {
    tail -n 5 "$SCRATCH/gvisor.log" >&2
    warn 'the engine has gVisor (runsc), but no container runs under it; message above'
    return 1
  }
}
