//! The repositories' own tests, as suites for the functions that they call: what people wrote must not fail through a
//! fault of ours.

use std::sync::Arc;

use domain::{Attempt, Control, Outcome, SlotResult, SlotWork, TaskId, TaskWork};
use evaluator::pipeline::run_task;
use evaluator::ruby::RubyAdapter;
use evaluator::session::Sessions;
use syntax::UpstreamFile;

use super::preparation::{prepare, repositories};
use super::support::{Lab, worker};

/// What must be the same whenever the same suite is run.
fn said(result: &SlotResult) -> String {
    let evidence = &result.evidence;
    let tests: Vec<_> = evidence.tests.iter().map(|test| (&test.name, test.status)).collect();
    let covered = evidence.coverage.as_ref().map(|coverage| &coverage.covered);
    let mutants = evidence
        .mutation
        .as_ref()
        .map(|run| (run.measured, run.results.iter().map(|one| (one.number, one.status)).collect::<Vec<_>>()));
    format!("{} {} {covered:?} {mutants:?} {tests:?}", result.outcome, evidence.control)
}

#[tokio::test]
async fn upstream_suites_pass_or_fail_for_a_known_reason() {
    let mut lab = Lab::open().await;
    lab.template.limits.run_seconds = 20;
    let mut sessions = Sessions::new(Arc::clone(&lab.runtime), worker());
    let (mut valid, mut all, mut failed) = (0, 0, Vec::new());
    for repository in repositories(&lab).await {
        let folder = format!("/assay/upstream/{}", repository.name);
        // A mirror may lack the sources of a repository; README of the image.
        let Ok(files) = lab.runtime.read_tree(&lab.template.image, &folder, 64 << 20).await else { continue };
        let files: Vec<_> = files
            .into_iter()
            .filter_map(|file| Some(UpstreamFile { path: file.path, text: String::from_utf8(file.bytes).ok()? }))
            .collect();
        for ((focal, file_text), answer) in prepare(&lab, &repository).await {
            let Some(suite) = syntax::upstream_suite(domain::Language::Ruby, &files, &focal) else { continue };
            let prepared = answer.unwrap();
            let name = focal.qualified_name.clone();
            let work = TaskWork {
                task: TaskId::new(),
                repository: repository.clone(),
                focal,
                file_text,
                executable_lines: prepared.executable,
                mutants: prepared.mutants,
                slots: (0..3)
                    .map(|number| SlotWork { attempt: Attempt(number), suite: suite.clone(), ..Lab::suite("honest") })
                    .collect(),
                ..lab.template.clone()
            };
            let mut results = run_task(&work, &RubyAdapter, &mut sessions).await.unwrap();
            for again in &results[1..] {
                assert_eq!(said(&results[0]), said(again), "{name}");
            }
            let result = results.remove(0);
            let score = result.evidence.mutation.as_ref().and_then(domain::MutationRun::score);
            println!("{name}: {} {} {score:?} {}", result.outcome, result.evidence.control, result.reason);
            all += 1;
            if result.outcome == Outcome::Passed && result.evidence.control == Control::Noticed {
                valid += 1;
            } else {
                failed.push((name, result));
            }
        }
    }
    sessions.close().await;
    for (name, result) in &failed {
        println!("== {name}: {}\n{}", result.reason, result.evidence.log);
    }
    assert!(all >= 10 && valid * 2 >= all, "{valid} of {all}");
}
