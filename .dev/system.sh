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

is_debian() { grep -qx 'ID=debian' /etc/os-release; }
