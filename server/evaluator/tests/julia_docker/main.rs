//! The Julia adapter against the real engine and the real image. Nothing is skipped: without an engine or without the
//! image `assay-runner-julia` (`./dev images`; `ASSAY_JULIA_IMAGE` names another) the tests fail and say so.

mod honest;
mod mutants;
mod outcomes;
mod repositories;
mod support;
