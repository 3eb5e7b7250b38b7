# Ratios from one run on one machine; absolute times of a shared machine would mean nothing.
# shellcheck shell=bash

# The stage of a runner image that still has its build tools, for the comparison with the tools themselves.
build_bench_image() { # LANGUAGE
  local context=$SCRATCH/bench-$1
  rm -rf "$context"
  cp -r "docker/runners/$1" "$context"
  cp "$SUPERVISOR" "$context/assay-supervisor"
  docker_build "assay-bench-$1" "$context" --build-arg "BASE=$BASE_IMAGE" --target build
  if [ -f "$context/Dockerfile.bench" ]; then
    docker_build "assay-bench-$1" "$context" --file "$context/Dockerfile.bench" --build-arg "BUILD=assay-bench-$1"
  fi
}

# A runner image with the tools that only the reference uses.
extend_runner_image() { # LANGUAGE
  docker_build "assay-bench-$1" "docker/bench/$1" --build-arg "BASE=assay-runner-$1"
}

run_bench() {
  build_bench_image go
  build_bench_image rust
  extend_runner_image ruby
  extend_runner_image php
  cargo run --quiet --locked --release --package evaluator --example bench -- sessions
  cargo run --quiet --locked --release --package evaluator --example bench -- evaluator
}
