# Ratios from one run on one machine; absolute times of a shared machine would mean nothing.
# shellcheck shell=bash

run_bench() { cargo run --quiet --locked --release --package server --example sessions; }
