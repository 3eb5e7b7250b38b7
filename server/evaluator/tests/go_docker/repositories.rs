//! What the image offers as a whole.

use domain::Language;
use evaluator::adapter::Adapter as _;
use evaluator::go::GoAdapter;
use sandbox::{ContainerRuntime as _, SessionSpec};
use syntax::ExtractionRules;

use super::support::{Focals, image, runtime};

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
        let request = GoAdapter.plan_preparation(repository, &focals).unwrap();
        let spec = SessionSpec {
            image: image.digest.clone(),
            limits: domain::Limits::default(),
            purpose: "go-docker-tests".into(),
            worker: "go-docker-tests".into(),
        };
        let mut session = runtime().start(&spec).await.unwrap();
        let steps = session.run(&request).await.unwrap();
        session.close().await.unwrap();
        for ((focal, _), lines) in focals.iter().zip(GoAdapter.read_preparation(repository, &focals, &steps)) {
            let lines = lines.unwrap_or_else(|why| panic!("{} {}: {why}", focal.path, focal.qualified_name));
            assert!(!lines.0.is_empty(), "{}", focal.qualified_name);
            assert!(lines.0.iter().all(|l| (focal.start_line..=focal.end_line).contains(l)));
        }
        println!("{}: {} functions", repository.name, focals.len());
    }
}
