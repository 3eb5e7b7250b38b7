//! The repositories' own tests, as suites for the functions that they call: what people wrote must not fail through a
//! fault of ours.

use std::collections::BTreeMap;

use domain::{Control, FocalFunction, Language, Outcome, SlotResult, TaskMutants, TaskWork};
use sandbox::ContainerRuntime as _;
use syntax::UpstreamFile;

use super::support::{image, run, runtime, with_suites};

/// Whose tests stand alone: those of the others extend a class of their own test folder, which no suite can.
const REPOSITORIES: [&str; 4] = ["php-parser", "mockery", "monolog", "flysystem"];

/// What must be the same whenever the same suite is run.
fn said(result: &SlotResult) -> String {
    let evidence = &result.evidence;
    let tests: Vec<_> = evidence.tests.iter().map(|test| (&test.name, test.status)).collect();
    let covered = evidence.coverage.as_ref().map(|coverage| &coverage.covered);
    format!("{} {} {covered:?} {tests:?}", result.outcome, evidence.control)
}

#[tokio::test]
async fn upstream_suites_pass_or_fail_for_a_known_reason() {
    let image = image().await;
    let (mut valid, mut all) = (0, 0);
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in REPOSITORIES {
        // A mirror may lack the sources of a repository; README of the image.
        let folder = format!("/assay/upstream/{name}");
        let Ok(files) = runtime().read_tree(&image.digest, &folder, 64 << 20).await else { continue };
        let files: Vec<_> = files
            .into_iter()
            .filter_map(|file| Some(UpstreamFile { path: file.path, text: String::from_utf8(file.bytes).ok()? }))
            .collect();
        let repository = image.repository(name);
        let extracted = image.extract(repository).await;
        let focals: Vec<(FocalFunction, String)> = extracted
            .candidates
            .iter()
            .map(|candidate| (candidate.focal.clone(), extracted.files[&candidate.focal.path].clone()))
            .collect();
        let prepared = image.prepare(repository, &focals).await;
        let template = image.template(repository, focals[0].clone(), prepared[0].clone().unwrap());
        for ((focal, file_text), answer) in focals.into_iter().zip(prepared) {
            let Some(suite) = syntax::upstream_suite(Language::Php, &files, &focal) else { continue };
            let Ok(task) = answer else { continue };
            let name = format!("{name} {}", focal.qualified_name);
            let work = TaskWork {
                focal,
                file_text,
                executable_lines: task.executable,
                mutants: TaskMutants::default(),
                ..template.clone()
            };
            let mut results = run(&with_suites(work, &[suite.as_str(); 2])).await;
            for again in &results[1..] {
                assert_eq!(said(&results[0]), said(again), "{name}");
            }
            let result = results.remove(0);
            all += 1;
            if result.outcome == Outcome::Passed && result.evidence.control == Control::Noticed {
                valid += 1;
            } else {
                let why = format!("{} {} {}", result.outcome, result.evidence.control, result.reason);
                println!("== {name}: {why}\n{}", result.evidence.log.chars().take(600).collect::<String>());
                reasons.entry(why).or_default().push(name);
            }
        }
    }
    println!("{valid} of {all} valid; {reasons:#?}");
    // Many a suite is for something else with a method of that name, or needs a file of its own test folder.
    assert!(all == 0 || valid * 5 >= all * 2, "{valid} of {all}");
    let ours: Vec<_> = reasons
        .iter()
        .filter(|(why, _)| {
            ["crashed", "invalid_suite", "timeout", "output_limit"].iter().any(|word| why.starts_with(word))
        })
        .collect();
    assert!(ours.is_empty(), "{ours:#?}");
}
