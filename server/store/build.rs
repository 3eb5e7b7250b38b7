//! Rebuilds the crate when a migration file is added or changed: they are compiled in.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
