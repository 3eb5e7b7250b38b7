//! What tests of this adapter share: a place in league-csv 9.23.0 as Debian ships it.

use std::collections::BTreeMap;

use domain::{FocalFunction, Language, RepositoryDomain, RepositorySpec, TaskWork};
use sandbox::protocol::{Exit, StepReport};

pub(crate) fn csv() -> RepositorySpec {
    RepositorySpec {
        name: "csv".parse().unwrap(),
        language: Language::Php,
        version: "9.23.0".to_owned(),
        domain: RepositoryDomain::Utilities,
        root: "/repo/csv".to_owned(),
        source_roots: vec!["src".to_owned()],
        exclude: vec![],
        homepage: "https://github.com/thephpleague/csv".to_owned(),
        license: "MIT".to_owned(),
        settings: BTreeMap::from([
            ("psr4".to_owned(), "League\\Csv\\=src/".to_owned()),
            ("files".to_owned(), "src/functions_include.php".to_owned()),
        ]),
        limits: domain::RepositoryLimits::default(),
    }
}

/// A file with one function on lines 3-6, and that function.
pub(crate) const FILE: &str = "<?php\nnamespace League\\Csv;\nfunction twice(int $a): int\n{\n    return 2 * $a;\n}\n";

pub(crate) fn focal() -> FocalFunction {
    syntax::focal_functions(Language::Php, FILE, "src/twice.php").remove(0).focal
}

pub(crate) fn work() -> TaskWork {
    TaskWork {
        language: Language::Php,
        repository: csv(),
        focal: focal(),
        file_text: FILE.to_owned(),
        executable_lines: domain::ExecutableLines(vec![5]),
        ..crate::fixtures::work()
    }
}

/// A step's report with nothing special about it.
pub(crate) fn report_of(name: &str, exit: Exit, records: &[&str]) -> StepReport {
    let report = records
        .iter()
        .enumerate()
        .map(|(number, record)| format!("{{\"nonce\":\"n\",\"number\":{number},{record}}}\n"))
        .collect();
    StepReport { report, ..crate::fixtures::step(name, exit) }
}
