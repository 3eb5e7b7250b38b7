# The base image and one runner image per language. Nothing is built again while its inputs are the same.
# shellcheck shell=bash

BASE_IMAGE=assay-base
SUPERVISOR=

# The supervisor runs in every image, whatever its C library, so it brings its own.
build_supervisor() {
  local triple
  triple=$(rustc -vV | sed -n 's/^host: //p')
  # Flags for the target only, or build scripts and macros would be linked statically too, which cannot work.
  env "CARGO_TARGET_$(printf '%s' "$triple" | tr 'a-z-' 'A-Z_')_RUSTFLAGS=-C target-feature=+crt-static --remap-path-prefix=$PWD=/assay --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo" \
    cargo build --quiet --locked --release --package supervisor --target "$triple"
  SUPERVISOR=$TARGET_DIR/$triple/release/assay-supervisor
  [ -x "$SUPERVISOR" ] || die "crate supervisor did not build a binary named assay-supervisor"
  if readelf -d "$SUPERVISOR" | grep -q NEEDED; then die "$SUPERVISOR is not static: it would not start in every image"; fi
  export ASSAY_SUPERVISOR=$SUPERVISOR # for the sandbox's own tests
  note "assay-supervisor, $(($(stat -c %s "$SUPERVISOR") / 1024)) KiB, static"
}

# Hash of files, their names and some words: what an image is made of.
inputs_hash() { # WORD… -- PATH…
  local words=()
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  { printf '%s\n' "${words[@]}"
    find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sed "s,$SCRATCH,,"; } | sha256sum | cut -c1-32
}

image_is() { # IMAGE HASH
  [ "$(docker image inspect --format '{{index .Config.Labels "org.assay.inputs"}}' "$1" 2>/dev/null || true)" = "$2" ]
}

image_megabytes() { echo "$(($(docker image inspect --format '{{.Size}}' "$1") / 1000000)) MB"; }

# docker_build IMAGE CONTEXT ARGUMENT…
docker_build() {
  local image=$1 context=$2 proxy
  shift 2
  for proxy in http_proxy https_proxy no_proxy; do
    [ -z "${!proxy:-}" ] || set -- "$@" --build-arg "$proxy"
  done
  # The client's plug-in for the newer builder is often missing; the older one is enough for these files.
  docker buildx version >/dev/null 2>&1 || export DOCKER_BUILDKIT=0
  docker build --network host --tag "$image" "$@" "$context" >"$SCRATCH/build.log" 2>&1 || {
    tail -n 60 "$SCRATCH/build.log" >&2
    die "image $image was not built; the end of the log is above"
  }
}

# A release of Debian (default: stable): from a registry where one answers quickly, otherwise made here from the mirror
# that apt uses.
build_base() { # [RELEASE]
  local mirror wanted release=${1:-trixie} image=$BASE_IMAGE${1:+-$1} from
  from=debian:$release-slim
  mirror=$(debian_mirror)
  wanted=$(inputs_hash "$mirror" "$release" -- docker/base)
  # The sandbox's tests use the plain image too.
  if image_is "$image" "$wanted" && docker image inspect "$from" >/dev/null 2>&1; then note "$image: unchanged"; return; fi
  if docker image inspect "$from" >/dev/null 2>&1; then
    note "$from is here"
  elif reaches https://registry-1.docker.io/v2/ && timeout 300 docker pull --quiet "$from"; then
    note "$from pulled"
  else
    import_rootfs "$from" "$mirror" "$release"
  fi
  docker_build "$image" docker/base --build-arg "FROM=$from" --build-arg "MIRROR=$mirror" \
    --label "org.assay.inputs=$wanted"
  note "$image: $(image_megabytes "$image")"
}

import_rootfs() { # IMAGE MIRROR RELEASE
  is_root || need_root "No image registry answers, so the base image has to be made with debootstrap" \
    "sudo env DOCKER_HOST=${DOCKER_HOST:-} ASSAY_STATE=$STATE_DIR ./dev images"
  apt_install debootstrap debian-archive-keyring
  note "no image registry answers: debootstrap of $3 from $2"
  local root=$SCRATCH/rootfs
  debootstrap --variant=minbase --include=ca-certificates --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
    "$3" "$root" "$2" >"$SCRATCH/debootstrap.log" 2>&1 \
    || { tail -n 20 "$SCRATCH/debootstrap.log" >&2; die "debootstrap from $2 failed"; }
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/*
  # Names and addresses of this machine do not belong into an image.
  : >"$root/etc/hostname"
  rm -f "$root/etc/resolv.conf"
  tar --directory "$root" --numeric-owner --create . | docker import - "$1" >/dev/null
  rm -rf "$root"
}

# One small container with the limits that the evaluator needs: here the message is clearer than in the first evaluation.
check_containers() {
  docker run --rm --network none --memory 64m --pids-limit 32 --cap-drop ALL --read-only "$BASE_IMAGE" true \
    >"$SCRATCH/container.log" 2>&1 || {
    tail -n 10 "$SCRATCH/container.log" >&2
    die "the engine answers but cannot run a limited container (message above); control groups for memory and pids have to be writable for it"
  }
}

build_runner() { # LANGUAGE
  local image=assay-runner-$1 folder=docker/runners/$1 context=$SCRATCH/context-$1 wanted base begin=$SECONDS
  local base_image=$BASE_IMAGE release
  # A language that Debian stable no longer has names the release that has it.
  if [ -f "$folder/base" ]; then
    release=$(cat "$folder/base")
    build_base "$release"
    base_image=$BASE_IMAGE-$release
  fi
  base=$(docker image inspect --format '{{.Id}}' "$base_image")
  wanted=$(inputs_hash "$base" -- "$folder" "$SUPERVISOR")
  if image_is "$image" "$wanted"; then note "$image: unchanged, $(image_megabytes "$image")"; return; fi
  rm -rf "$context"
  mkdir -p "$context"
  cp -r "$folder/." "$context/"
  cp "$SUPERVISOR" "$context/assay-supervisor"
  docker_build "$image" "$context" --build-arg "BASE=$base_image" --label "org.assay.inputs=$wanted"
  rm -rf "$context"
  note "$image: built in $(clock $((SECONDS - begin))), $(image_megabytes "$image")"
}

build_images() {
  local folder
  build_supervisor
  build_base
  check_containers
  for folder in docker/runners/*/; do build_runner "$(basename "$folder")"; done
}
