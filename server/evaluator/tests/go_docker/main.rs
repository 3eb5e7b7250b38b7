//! The Go adapter against the real engine and the real image. Nothing is skipped: without an engine or without the
//! image `assay-runner-go` (`./dev images`; `ASSAY_GO_IMAGE` names another) the tests fail and say so.

mod attacks;
mod batches;
mod honest;
mod mutation;
mod repositories;
mod support;
