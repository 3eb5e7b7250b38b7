//! What the image offers as a whole.

use domain::Language;
use evaluator::adapter::Adapter as _;
use evaluator::go::GoAdapter;
use evaluator::pipeline::run_task;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime as _, SessionSpec};
use syntax::ExtractionRules;

use super::support::{Focals, GOOD, image, runtime, strip_flags, suite, with_suites};

#[tokio::test]
async fn the_manifest_names_three_repositories_without_tests() {
    let image = image().await;
    let names: Vec<_> = image.repositories.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["cobra", "chi", "zap"]);
    for repository in &image.repositories {
        assert_eq!(repository.language, Language::Go);
        let sources = image.sources(repository.name.as_str());
        assert!(sources.len() > 5, "{}", repository.name);
        assert!(sources.iter().all(|(path, _)| !path.ends_with("_test.go")), "{}", repository.name);
    }
    assert_eq!(image.repository("chi").settings["module"], "github.com/go-chi/chi/v5");
}

#[tokio::test]
async fn every_function_that_the_rules_offer_can_be_tested() {
    let image = image().await;
    let rules = ExtractionRules::for_language(Language::Go).unwrap();
    for repository in &image.repositories {
        let mut focals: Focals = Vec::new();
        for (path, text) in image.sources(repository.name.as_str()) {
            for found in syntax::focal_functions(Language::Go, &text, &path) {
                if rules.reason(&found).is_none() {
                    focals.push((found.focal, text.clone()));
                }
            }
        }
        assert!(focals.len() >= 12, "{}: {} functions", repository.name, focals.len());
        let spec = SessionSpec {
            image: image.digest.clone(),
            limits: domain::Limits::default(),
            purpose: "go-docker-tests".into(),
            worker: "go-docker-tests".into(),
            cores: None,
        };
        let mut session = runtime().start(&spec).await.unwrap();
        let start = std::time::Instant::now();
        let mut steps = Vec::new();
        for request in GoAdapter.plan_preparation(repository, &focals) {
            steps.extend(session.run(&request).await.unwrap());
        }
        session.close().await.unwrap();
        let (mut valid, mut invalid) = (0, 0);
        for ((focal, text), lines) in focals.iter().zip(GoAdapter.read_preparation(repository, &focals, &steps)) {
            let lines = lines.unwrap_or_else(|why| panic!("{} {}: {why}", focal.path, focal.qualified_name));
            assert!(!lines.executable.0.is_empty(), "{}", focal.qualified_name);
            assert!(lines.executable.0.iter().all(|l| (focal.start_line..=focal.end_line).contains(l)));
            let mutants = &lines.mutants;
            assert!(!mutants.valid.is_empty(), "{}: {mutants:?}", focal.qualified_name);
            assert!(mutants.valid.iter().all(|mutant| mutant.apply(text).is_some()));
            valid += mutants.valid.len();
            invalid += mutants.invalid.len();
        }
        println!(
            "{}: {} functions, {valid} valid and {invalid} invalid mutants, {:?}",
            repository.name,
            focals.len(),
            start.elapsed()
        );
    }
}

#[tokio::test]
async fn a_task_that_does_not_fit_the_image_is_a_fault_of_ours() {
    let broken_file = {
        let mut work = strip_flags().await;
        work.file_text.push_str("\nvar _ = noSuchThing\n");
        work
    };
    let unknown_package = {
        let mut work = strip_flags().await;
        work.repository.settings.insert("module".into(), "github.com/spf13/other".into());
        work
    };
    let no_function = {
        let mut work = strip_flags().await;
        work.focal.start_line += 1;
        work
    };
    let cases = [
        (broken_file, "undefined: noSuchThing"),
        (unknown_package, "is not prepared in this image"),
        (no_function, ""),
    ];
    for (work, words) in cases {
        let mut sessions = Sessions::new(runtime(), "go-docker-tests");
        let work = with_suites(work, &[&suite(&["testing"], GOOD)]);
        let fault = run_task(&work, &GoAdapter, &mut sessions).await.expect_err("no result may come of it");
        assert!(fault.to_string().contains(words), "{fault}");
        sessions.close().await;
    }
}
