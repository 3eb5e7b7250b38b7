//! What tests of this adapter share: the place of `_recursive_merge` in hashie 5.0.0 as Debian ships it.

use std::collections::BTreeMap;

use domain::{FocalFunction, Language, RepositoryDomain, RepositorySpec};
use sandbox::protocol::{Exit, StepReport};

pub(crate) fn hashie() -> RepositorySpec {
    RepositorySpec {
        name: "hashie".parse().unwrap(),
        language: Language::Ruby,
        version: "5.0.0".to_owned(),
        domain: RepositoryDomain::Utilities,
        root: "/repo/hashie".to_owned(),
        source_roots: vec!["lib".to_owned()],
        exclude: vec![],
        homepage: "https://github.com/hashie/hashie".to_owned(),
        license: "MIT".to_owned(),
        settings: BTreeMap::from([
            ("entry".to_owned(), "hashie".to_owned()),
            ("load_path".to_owned(), "lib".to_owned()),
        ]),
        limits: domain::RepositoryLimits::default(),
    }
}

pub(crate) fn focal() -> FocalFunction {
    FocalFunction {
        name: "_recursive_merge".to_owned(),
        qualified_name: "Hashie::Extensions::DeepMerge#_recursive_merge".to_owned(),
        path: "lib/hashie/extensions/deep_merge.rb".to_owned(),
        start_line: 36,
        end_line: 50,
        source: String::new(),
        signature: "def _recursive_merge(hash, other_hash, &block)".to_owned(),
        class_name: "DeepMerge".to_owned(),
        package: "Hashie::Extensions".to_owned(),
    }
}

/// A step's report with nothing special about it.
pub(crate) fn report_of(name: &str, exit: Exit, report: &str) -> StepReport {
    StepReport {
        name: name.to_owned(),
        exit,
        stopped: None,
        out_of_memory: false,
        log: String::new(),
        printed_bytes: 0,
        report: report.to_owned(),
        wall_ms: 1,
        cpu_ms: 1,
        max_rss_bytes: 1,
        server_failed: None,
    }
}
