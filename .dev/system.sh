# What the system has to provide. Looked at once, so that everything that is missing is installed, or asked for, together.
# shellcheck shell=bash

# ensure_system COMPILER ENGINE NODE POSTGRES BROWSER, in any choice: what this command needs.
ensure_system() {
  local need packages=() commands=()
  for need in "$@"; do
    case $need in
      compiler)
        have git || packages+=(git)
        have curl || packages+=(curl ca-certificates)
        # The bundled SQLite and the grammars are C.
        have cc && have c++ && have make || packages+=(build-essential)
        have pkg-config || packages+=(pkg-config)
        ;;
      engine)
        if [ -n "${DOCKER_HOST:-}" ]; then
          have docker || packages+=(docker.io)
        elif ! engine_answers && ! have dockerd; then
          packages+=(docker.io)
          # Where the kernel has AppArmor, the engine starts no container without this.
          [ "$(cat /sys/module/apparmor/parameters/enabled 2>/dev/null || true)" != Y ] || have apparmor_parser || packages+=(apparmor)
          is_root || commands+=("sudo usermod --append --groups docker $(id -un)   # then log in again")
        fi
        ;;
      node) have node && have npm || packages+=(nodejs npm) ;;
      postgres) [ -n "$(postgres_programs)" ] || packages+=(postgresql) ;;
      browser) [ -n "$(find_chromium)" ] || ! is_debian || packages+=(chromium) ;;
    esac
  done
  if [ ${#packages[@]} = 0 ]; then note 'nothing is missing'; return; fi
  is_root || need_root "Missing: ${packages[*]}" 'sudo apt-get update' \
    "sudo apt-get install --yes --no-install-recommends ${packages[*]}" "${commands[@]}"
  apt_install "${packages[@]}"
}

# Room that the images of all languages take, with what their building leaves behind.
IMAGES_MIB=13000

# Mebibytes free where a path lies, or will lie.
free_mib() {
  df --output=avail --block-size=1M "$(existing "$1")" | tail -n 1 | tr -d ' '
}

# ensure_space MIB: what a first build writes has to fit, or a linker fails in the middle without saying why. What an
# earlier build has written is there already.
ensure_space() {
  local build=$1 images=$IMAGES_MIB have_build=0 have_images=0 free
  [ ! -d "$TARGET_DIR" ] || have_build=$(du -sm "$TARGET_DIR" 2>/dev/null | cut -f1)
  [ ! -d "$STATE_DIR/engine/data" ] || have_images=$(du -sm "$STATE_DIR/engine/data" 2>/dev/null | cut -f1)
  build=$((build > have_build ? build - have_build : 0))
  # Another engine keeps its images wherever it does.
  if [ -n "${DOCKER_HOST:-}" ] || docker image inspect assay-runner-rust >/dev/null 2>&1; then images=0; fi
  images=$((images > have_images ? images - have_images : 0))
  free=$(free_mib "$TARGET_DIR")
  require_space "$build" "$free" "$TARGET_DIR" 'the build'
  if [ "$(stat -c %d "$(existing "$TARGET_DIR")")" = "$(stat -c %d "$(existing "$STATE_DIR")")" ]; then
    require_space $((build + images)) "$free" "$TARGET_DIR and $STATE_DIR" 'the build and the evaluator images'
  else
    require_space "$images" "$(free_mib "$STATE_DIR")" "$STATE_DIR" 'the evaluator images'
  fi
  note "space: $free MiB free, about $((build + images)) MiB more are needed"
}

# existing PATH: the path, or the nearest folder above it that is there.
existing() {
  local path=$1
  until [ -e "$path" ]; do path=$(dirname "$path"); done
  printf '%s\n' "$path"
}

require_space() { # MIB FREE WHERE WHAT
  [ "$1" -le "$2" ] || die "about $1 MiB more are needed in $3 for $4, and only $2 MiB are free there. Make room, or set CARGO_TARGET_DIR or ASSAY_STATE to a folder on a larger disk"
}

is_debian() { grep -qx 'ID=debian' /etc/os-release; }
