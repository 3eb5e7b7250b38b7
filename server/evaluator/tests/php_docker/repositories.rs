//! What the image offers as a whole.

use domain::{FocalFunction, Language};

use super::support::image;

/// Functions of a repository that its preparation may refuse: they need something that the image does not have.
const MOST_REFUSED: usize = 12;

#[tokio::test]
async fn every_repository_offers_tasks_that_can_be_prepared() {
    let image = image().await;
    let mut total = 0;
    for repository in &image.repositories {
        assert_eq!(repository.language, Language::Php);
        let extracted = image.extract(repository).await;
        assert!(extracted.unreadable.is_empty(), "{:?}", extracted.unreadable);
        let focals: Vec<(FocalFunction, String)> = extracted
            .candidates
            .iter()
            .map(|candidate| (candidate.focal.clone(), extracted.files[&candidate.focal.path].clone()))
            .collect();
        let answers = image.prepare(repository, &focals).await;
        let refused: Vec<_> = focals
            .iter()
            .zip(&answers)
            .filter_map(|((focal, _), answer)| Some((focal.qualified_name.as_str(), answer.as_ref().err()?)))
            .collect();
        let prepared = answers.iter().flatten().count();
        let mutants: usize = answers.iter().flatten().map(|task| task.mutants.valid.len()).sum();
        let invalid: usize = answers.iter().flatten().map(|task| task.mutants.invalid.len()).sum();
        println!("{}: {prepared} tasks, {mutants} mutants, {invalid} invalid; refused: {refused:#?}", repository.name);
        assert!(prepared >= 8, "{}: {prepared} tasks", repository.name);
        assert!(refused.len() <= MOST_REFUSED, "{}: {refused:#?}", repository.name);
        for ((focal, _), answer) in focals.iter().zip(&answers) {
            let Ok(task) = answer else { continue };
            let inside = |line: &u32| (focal.start_line..=focal.end_line).contains(line);
            assert!(task.executable.0.iter().all(inside), "{}", focal.qualified_name);
        }
        total += prepared;
    }
    println!("{total} tasks");
    assert!(total >= 120, "{total} tasks");
}
