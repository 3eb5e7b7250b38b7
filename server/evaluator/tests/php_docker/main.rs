//! The PHP adapter against the real engine and the real image. Nothing is skipped: without an engine or without the
//! image `assay-runner-php` (`./dev images`; `ASSAY_PHP_IMAGE` names another) the tests fail and say so.

mod forms;
mod honest;
mod recursion;
mod repositories;
mod support;
mod upstream;
