# Julia: one process with coverage; without it as the bare tool.
COMMENT='#' SUITE=/tmp/counts.jl
export JULIA_LOAD_PATH=/repo/.environment:@stdlib JULIA_DEPOT_PATH=/tmp/depot:/assay/depot JULIA_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
setup() { cd /tmp; }
reference() { julia --startup-file=no --code-coverage=user "$SUITE"; }
bare() { julia --startup-file=no "$SUITE"; }
