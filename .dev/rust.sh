# The Rust toolchain, and the standard library for the browser.
# shellcheck shell=bash

WASM_TARGET=wasm32-unknown-unknown

ensure_compiler() {
  # A toolchain that rustup installed earlier, from a shell that has not read its profile again.
  # shellcheck source=/dev/null
  if ! have cargo && [ -f "$HOME/.cargo/env" ]; then . "$HOME/.cargo/env"; fi
  if ! have cargo; then
    note 'no Rust toolchain: installing the stable one with rustup into your home folder'
    curl --proto '=https' --tlsv1.2 --silent --show-error --fail https://sh.rustup.rs -o "$SCRATCH/rustup.sh" \
      || die 'no Rust toolchain, and https://sh.rustup.rs does not answer; install Rust 1.94 or newer by other means'
    sh "$SCRATCH/rustup.sh" -y --profile minimal --component clippy --component rustfmt --no-modify-path
    # shellcheck source=/dev/null
    . "$HOME/.cargo/env"
  fi
  local have_version want_version
  have_version=$(rustc -vV | sed -n 's/^release: //p')
  want_version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  [ "$(printf '%s\n' "$want_version" "$have_version" | sort -V | sed -n 1p)" = "$want_version" ] \
    || die "rustc $have_version is older than $want_version; run: rustup update stable"
  note "rustc $have_version"
}

# Whether this very compiler accepts the installed standard library and can link with it.
wasm_works() {
  printf '%s\n' '#[unsafe(no_mangle)]' 'pub extern "C" fn probe(n: u32) -> usize { format!("{:?}", vec![n; 3]).len() }' \
    >"$SCRATCH/probe.rs"
  rustc --edition 2024 --crate-type cdylib --target "$WASM_TARGET" -O -o "$SCRATCH/probe.wasm" "$SCRATCH/probe.rs" \
    >/dev/null 2>&1
}

ensure_wasm() {
  if wasm_works; then note "standard library for $WASM_TARGET: present"; return; fi
  if [ "${WASM_STD:-auto}" != source ] && have rustup; then
    note "rustup target add $WASM_TARGET"
    if timeout 120 rustup target add "$WASM_TARGET" && wasm_works; then return; fi
    warn "rustup could not add $WASM_TARGET; building it from Debian's rust-src"
  fi
  wasm_from_source
  wasm_works || die "the standard library for $WASM_TARGET was built, but rustc does not accept it"
}

# Debian packages the sources of the standard library for every release of Rust that it ships. They are built here as
# cargo's -Zbuild-std does, and put where rustup would put the ready-made ones, so that nothing after this differs.
wasm_from_source() {
  have apt-get || die "$WASM_TARGET is missing; install it with: rustup target add $WASM_TARGET"
  local release commit sysroot cache source seed libraries
  release=$(rustc -vV | sed -n 's/^release: //p')
  commit=$(rustc -vV | sed -n 's/^commit-hash: //p')
  sysroot=$(rustc --print sysroot)
  [ -w "$sysroot/lib/rustlib" ] || need_root "$WASM_TARGET is missing and $sysroot belongs to somebody else" \
    "rustup target add $WASM_TARGET"
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/assay/rust-src-$release
  source=$cache/library
  [ -d "$source" ] || fetch_rust_src "$release" "$cache"
  mkdir -p "$sysroot/lib/rustlib/src/rust"
  [ -e "$sysroot/lib/rustlib/src/rust/library" ] || ln -sfn "$source" "$sysroot/lib/rustlib/src/rust/library"

  seed=$SCRATCH/wasm-seed
  mkdir -p "$seed/src"
  printf '#![no_std]\n' >"$seed/src/lib.rs"
  printf '%s\n' '[package]' 'name = "seed"' 'version = "0.0.0"' 'edition = "2024"' '[workspace]' \
    '[profile.release]' 'codegen-units = 1' >"$seed/Cargo.toml"
  note "building the standard library of Rust $release for $WASM_TARGET"
  # Bitcode lets the application use link-time optimisation; the remapping keeps folders of this machine out of it.
  (cd "$seed" && env -u CARGO_BUILD_TARGET RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$seed/target" \
    RUSTFLAGS="-Cembed-bitcode=yes --remap-path-prefix=$source=/rustc/$commit/library --remap-path-prefix=$sysroot/lib/rustlib/src/rust/library=/rustc/$commit/library" \
    cargo build --quiet --release --target "$WASM_TARGET" -Zbuild-std=std,panic_abort,proc_macro,test)
  libraries=$sysroot/lib/rustlib/$WASM_TARGET/lib
  rm -rf "$libraries.new"
  mkdir -p "$libraries.new"
  cp "$seed/target/$WASM_TARGET"/release/deps/*.rlib "$libraries.new"/
  rm -f "$libraries.new"/libseed-*
  rm -rf "$libraries"
  mv "$libraries.new" "$libraries"
}

# fetch_rust_src RELEASE FOLDER: rust-src of exactly this release.
fetch_rust_src() {
  local release=$1 folder=$2 apt=$SCRATCH/rust-src version
  apt_install debian-archive-keyring
  note "rust-src $release from $(debian_mirror)"
  (
    APT_CONFIG=$(debian_apt "$apt" trixie-backports sid)
    export APT_CONFIG
    apt-get -qq update
    version=$(apt-cache madison rust-src | awk -v want="$release" '{ split($3, part, "+"); if (part[1] == want) { print $3; exit } }')
    if [ -z "$version" ]; then
      apt-cache madison rust-src >&2
      die "Debian has no rust-src $release (it has those above); install one of these toolchains, or run: rustup target add $WASM_TARGET"
    fi
    (cd "$apt" && apt-get -qq download "rust-src=$version" && dpkg -x rust-src_*.deb unpacked)
  )
  mkdir -p "$folder"
  rm -rf "$folder/library"
  mv "$apt/unpacked/usr/src/rustc-$release/library" "$folder/library"
}
