#![doc = include_str!("../README.md")]

mod functions;
mod go;
mod grammar;
mod highlight;
mod julia;
mod mutation;
mod php;
mod reference;
mod ruby;
mod rules;
mod rust;
mod suite;
mod tree;
mod upstream;

pub use functions::{FoundFunction, focal_functions};
pub use go::blocks::reference_coverage_go;
pub use go::copies::{GoCopies, mutant_functions_go};
pub use go::examples::{GoExample, examples_go};
pub use go::imports::{with_testing_import_go, without_self_import_go};
pub use go::probe::{GoProbe, InstrumentError, Instrumented, instrument_go};
pub use go::sharing::{GoSharing, sharing_go};
pub use go::signals::signals_go;
pub use go::weave::{GoWeave, GoWoven, weave_go};
pub use highlight::highlight;
pub use mutation::mutants;
pub use php::control::{PhpControlError, control_insertion_php};
pub use reference::reference_invokes;
pub use ruby::control::{ControlError, control_mutant_ruby};
pub use rules::{DropReason, ExtractionRules, Returns};
pub use rust::alone::rust_alone;
pub use rust::probe::{Insertion, InsertionKind, RustInstrumented, instrument_rust};
pub use rust::suite::{RustItem, RustSuite, RustTest, rust_item_names, rust_suite};
pub use suite::{StaticTest, invokes, parses, supports, test_cases};
pub use upstream::{UpstreamFile, upstream_suite};
