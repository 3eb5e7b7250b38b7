//! Suites in `suites/`, each run in the real image through the real engine. What each one must end as was written down
//! beforehand. Needs a container engine and the image `assay-runner-ruby` (`./dev images`).

mod forms;
mod mutants;
mod outcomes;
mod preparation;
mod support;
mod upstream;
