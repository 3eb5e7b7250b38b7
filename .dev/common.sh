# Shared by every part of ./dev: messages, numbered steps with their times, root, apt.
# shellcheck shell=bash

say() { printf '%s\n' "$*"; }
note() { printf '  %s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
is_root() { [ "$(id -u)" = 0 ]; }

# 83 -> 1:23
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# What has to happen when ./dev ends, last registered first; each entry is the name of a function.
AT_EXIT=()
at_exit() { AT_EXIT=("$1" "${AT_EXIT[@]}"); }

STEP_TITLES=()
STEP_SECONDS=()
STEP_NOW=

# run_steps "title|function argument…" …: runs them in order, in this shell, so that they can export variables.
run_steps() {
  local entry total=$# number=0 begin
  for entry in "$@"; do
    number=$((number + 1))
    STEP_NOW=${entry%%|*}
    begin=$SECONDS
    printf '\n[%d/%d] %s\n' "$number" "$total" "$STEP_NOW"
    # shellcheck disable=SC2086  # split on purpose: a function and its arguments
    ${entry#*|}
    STEP_TITLES+=("$STEP_NOW")
    STEP_SECONDS+=($((SECONDS - begin)))
    printf '[%d/%d] %s: done in %s\n' "$number" "$total" "$STEP_NOW" "$(clock $((SECONDS - begin)))"
  done
  STEP_NOW=
}

step_table() {
  local index
  printf '\n%-52s %8s\n' step 'min:s'
  for index in "${!STEP_TITLES[@]}"; do
    printf '%-52s %8s\n' "${STEP_TITLES[$index]}" "$(clock "${STEP_SECONDS[$index]}")"
  done
  printf '%-52s %8s\n' total "$(clock "$SECONDS")"
}

# Set as the EXIT trap by ./dev.
finish() {
  local code=$? function
  trap - EXIT
  for function in "${AT_EXIT[@]}"; do "$function" || true; done
  if [ "$code" != 0 ] && [ -n "$STEP_NOW" ]; then
    printf '\n./dev: failed (exit %d) after %s in: %s\n' "$code" "$(clock "$SECONDS")" "$STEP_NOW" >&2
  fi
  exit "$code"
}

# need_root REASON COMMAND…: what only root can do is shown word by word, and nothing is half done.
need_root() {
  local reason=$1 command
  shift
  { printf '\n%s. This needs root; run these, then ./dev again:\n\n' "$reason"
    for command in "$@"; do printf '    %s\n' "$command"; done
    printf '\n'; } >&2
  exit 1
}

apt_has() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]; }

# apt_install PACKAGE…: installs what is missing.
apt_install() {
  local package missing=()
  for package in "$@"; do apt_has "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  have apt-get || die "these packages are missing and this is not a Debian or Ubuntu system; install what corresponds to: ${missing[*]}"
  is_root || need_root "Missing packages: ${missing[*]}" \
    'sudo apt-get update' "sudo apt-get install --yes --no-install-recommends ${missing[*]}"
  note "apt-get install ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  if [ -z "${APT_UPDATED:-}" ]; then apt-get -qq update; APT_UPDATED=1; fi
  apt-get -qq install --yes --no-install-recommends "${missing[@]}" >"$SCRATCH/apt.log" 2>&1 \
    || { tail -n 30 "$SCRATCH/apt.log" >&2; die "apt-get install ${missing[*]} failed"; }
}

# debian_apt FOLDER SUITE…: an apt state of its own for releases of Debian, signatures checked, so that the sources and
# pins of the system stay as they are. Prints what APT_CONFIG has to be.
debian_apt() {
  local folder=$1
  shift
  mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/unpacked"
  printf '%s\n' 'Types: deb' "URIs: $(debian_mirror)" "Suites: $*" 'Components: main' \
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' >"$folder/only.sources"
  printf '%s\n' "Dir::Etc::sourcelist \"$folder/only.sources\";" 'Dir::Etc::sourceparts "-";' \
    "Dir::State::lists \"$folder/lists\";" "Dir::Cache \"$folder/cache\";" \
    "APT::Sandbox::User \"$(id -un)\";" >"$folder/apt.conf"
  printf '%s\n' "$folder/apt.conf"
}

# reaches URL: whether a host answers within a few seconds, with whatever status.
reaches() { curl --silent --output /dev/null --max-time "${2:-6}" "$1" 2>/dev/null; }

# wait_until SECONDS COMMAND…: polls until the command succeeds.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

# The Debian mirror that this machine's apt already uses; the public one when it uses none (Ubuntu).
debian_mirror() {
  local found
  found=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } \
    | { grep -v '^[[:space:]]*#' || true; } | { grep -oE 'https?://[^][:space:]]+/debian/?([[:space:]]|$)' || true; } \
    | tr -d ' \t' | sed -n 1p)
  printf '%s\n' "${DEBIAN_MIRROR:-${found:-http://deb.debian.org/debian}}"
}
