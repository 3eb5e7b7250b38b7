//! What tests of this adapter share: a small file, its focal function and its repository.

use std::collections::BTreeMap;

use domain::{ExecutableLines, FocalFunction, Language, RepositoryDomain, RepositorySpec, TaskWork};
use sandbox::protocol::{Exit, StepReport};

pub(crate) const FILE: &str = "# periods\n\
    function canonicalize(x)\n    y = x + 1\n    {dir}\n    return y\nend\n\
    helper(x) = x\n\
    Base.show(io::IO, x) = 1\n";

pub(crate) fn focal() -> FocalFunction {
    syntax::focal_functions(Language::Julia, FILE, "src/periods.jl").remove(0).focal
}

pub(crate) fn work() -> TaskWork {
    TaskWork {
        language: Language::Julia,
        repository: RepositorySpec {
            name: "dates".parse().unwrap(),
            language: Language::Julia,
            version: "1.5.3".to_owned(),
            domain: RepositoryDomain::Utilities,
            root: "/repo/Dates".to_owned(),
            source_roots: vec!["src".to_owned()],
            exclude: vec![],
            homepage: String::new(),
            license: "MIT".to_owned(),
            settings: BTreeMap::from([("module".to_owned(), "Dates".to_owned())]),
            limits: domain::RepositoryLimits::default(),
        },
        focal: focal(),
        file_text: FILE.to_owned(),
        executable_lines: ExecutableLines(vec![3, 5]),
        ..crate::fixtures::work()
    }
}

/// A step's report with nothing special about it.
pub(crate) fn report_of(name: &str, exit: Exit, report: &str) -> StepReport {
    StepReport { report: report.to_owned(), ..crate::fixtures::step(name, exit) }
}
