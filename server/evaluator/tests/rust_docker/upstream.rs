//! The repositories' own tests, as suites for the functions that they call: what people wrote must not fail through a
//! fault of ours, nor end otherwise when it is built with others.

use domain::{Control, EvaluationId, Language, Limits, MutationRun, Outcome, TaskId, TaskWork};
use evaluator::pipeline::{run_group, run_task};
use evaluator::rust::RustAdapter;
use evaluator::session::Sessions;
use sandbox::ContainerRuntime as _;
use syntax::UpstreamFile;

use super::support::{Focals, comparable, image, runtime, was_together, with_suites};

/// Suites of one repository that are run; ASSAY_UPSTREAM names another number.
const MOST: usize = 6;

#[tokio::test]
async fn upstream_suites_pass_or_fail_for_a_known_reason() {
    let image = image().await;
    let most = std::env::var("ASSAY_UPSTREAM").ok().and_then(|n| n.parse().ok()).unwrap_or(MOST);
    let mut sessions = Sessions::new(runtime(), "rust-docker-upstream");
    let (mut valid, mut all, mut shared, mut failed) = (0, 0, 0, Vec::new());
    let evaluation = EvaluationId::new();
    for spec in &image.repositories {
        let folder = format!("/assay/upstream/{}", spec.name);
        let files = runtime().read_tree(&image.digest, &folder, 64 << 20).await.unwrap();
        let files: Vec<_> = files
            .into_iter()
            .filter_map(|file| Some(UpstreamFile { path: file.path, text: String::from_utf8(file.bytes).ok()? }))
            .collect();
        let tested: Vec<_> = image
            .focals(spec.name.as_str())
            .into_iter()
            .filter_map(|(focal, text)| {
                let suite = syntax::upstream_suite(Language::Rust, &files, &focal)?;
                Some(((focal, text), suite))
            })
            .collect();
        // From all over the repository, not from its first file alone.
        let step = tested.len().div_ceil(most).max(1);
        let (focals, suites): (Focals, Vec<String>) = tested.into_iter().step_by(step).unzip();
        if focals.is_empty() {
            continue;
        }
        let prepared = image.prepare(spec.name.as_str(), &focals).await;
        let mut works = Vec::new();
        for (((focal, file_text), prepared), suite) in focals.into_iter().zip(prepared).zip(suites) {
            let Ok(prepared) = prepared else { continue };
            let work = TaskWork {
                evaluation,
                task: TaskId::new(),
                repository: spec.clone(),
                focal,
                file_text,
                executable_lines: prepared.executable,
                mutants: prepared.mutants,
                limits: Limits { mutants: 4, ..Limits::default() },
                ..super::support::float_parts().await
            };
            works.push(with_suites(work, &[&suite]));
        }
        let together = run_group(&works, &RustAdapter, &mut sessions).await;
        for (work, together) in works.iter().zip(together) {
            let name = format!("{} {}", spec.name, work.focal.qualified_name);
            let together = together.unwrap().remove(0);
            // What shared no build was run alone already.
            let result = if was_together(&together) {
                shared += 1;
                let alone = run_task(work, &RustAdapter, &mut sessions).await.unwrap().remove(0);
                assert_eq!(comparable(together), comparable(alone.clone()), "{name}");
                alone
            } else {
                together
            };
            let score = result.evidence.mutation.as_ref().and_then(MutationRun::score);
            println!(
                "{name}: {} {} {score:?} {} ({} ms)",
                result.outcome, result.evidence.control, result.reason, result.millis
            );
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
    println!("{valid} of {all} valid, {shared} of them built together");
    assert!(all >= 10 && valid * 2 >= all, "{valid} of {all}");
    assert!(shared * 2 >= all, "{shared} of {all} were built together");
}
