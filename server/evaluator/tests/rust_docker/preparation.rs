//! Every repository of the image: it builds, its functions take counters, and most of their mutants are valid.

use domain::RepositoryDomain;

use super::support::image;

#[tokio::test]
async fn q21_every_repository_is_prepared_before_any_suite() {
    let image = image().await;
    let mut tasks = 0;
    for spec in &image.repositories {
        let name = spec.name.as_str();
        let focals = image.focals(name);
        let prepared = image.prepare(name, &focals).await;
        let offered: Vec<_> = prepared.iter().filter_map(|prepared| prepared.as_ref().ok()).collect();
        let valid: usize = offered.iter().map(|task| task.mutants.valid.len()).sum();
        let invalid: usize = offered.iter().map(|task| task.mutants.invalid.len()).sum();
        println!("{name}: {} of {} functions, {valid} valid mutants, {invalid} invalid", offered.len(), focals.len());
        for ((focal, _), prepared) in focals.iter().zip(&prepared) {
            if let Err(error) = prepared {
                println!("    {} {}: {error}", focal.path, focal.qualified_name);
            }
        }
        assert!(offered.iter().all(|task| !task.executable.0.is_empty()));
        assert!(!offered.is_empty(), "{name} has no task");
        tasks += offered.len();
    }
    println!("{tasks} tasks");
    assert!(tasks >= 100, "{tasks} tasks");
    assert_eq!(image.repository("nom").domain, RepositoryDomain::DeveloperTool);
}

/// Upstream's own tests would lend suites their helpers, or clash with them.
#[tokio::test]
async fn no_tests_of_upstream_are_visible() {
    let image = image().await;
    for spec in &image.repositories {
        for (path, text) in image.sources(spec.name.as_str()) {
            let tests = syntax::test_cases(domain::Language::Rust, &text);
            assert!(tests.is_empty(), "{} {path}: {tests:?}", spec.name);
            assert!(!path.starts_with("tests/") && !path.starts_with("benches/"), "{path}");
        }
    }
}
