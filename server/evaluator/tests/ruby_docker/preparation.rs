//! What is found out about tasks without any suite.

use catalog::SourceFile;
use domain::{ExecutableLines, FocalFunction, Limits, RepositorySpec};
use evaluator::adapter::{Adapter as _, PreparedTask};
use evaluator::ruby::RubyAdapter;
use sandbox::SessionSpec;

use super::support::{EXECUTABLE, Lab, worker};

#[tokio::test]
async fn preparation_finds_executable_lines_and_useless_controls() {
    let lab = Lab::open().await;
    let focals = [
        (lab.template.focal.clone(), lab.template.file_text.clone()),
        (
            FocalFunction { path: "lib/hashie/no_such_file.rb".to_owned(), ..lab.template.focal.clone() },
            lab.template.file_text.clone(),
        ),
    ];
    let request = RubyAdapter.plan_preparation(&lab.template.repository, &focals).remove(0);
    let spec = SessionSpec {
        image: lab.template.image.clone(),
        limits: Limits::default(),
        purpose: "test/hashie".to_owned(),
        worker: worker(),
        cores: None,
    };
    let mut session = lab.runtime.start(&spec).await.unwrap();
    let steps = session.run(&request).await.unwrap();
    session.close().await.unwrap();
    let answers = RubyAdapter.read_preparation(&lab.template.repository, &focals, &steps);
    let prepared = answers[0].as_ref().map(|prepared| prepared.executable.clone());
    assert_eq!(prepared, Ok(ExecutableLines(EXECUTABLE.to_vec())), "{}", steps[0].log);
    assert!(answers[1].as_ref().unwrap_err().starts_with("the focal file cannot be loaded: LoadError"), "{answers:?}");
}

/// Focal functions of a repository with the texts of their files, and what the preparation says of each.
pub(crate) async fn prepare(
    lab: &Lab,
    repository: &RepositorySpec,
) -> Vec<((FocalFunction, String), Result<PreparedTask, String>)> {
    let spec = SessionSpec {
        image: lab.template.image.clone(),
        limits: Limits::default(),
        purpose: "test/all".to_owned(),
        worker: worker(),
        cores: None,
    };
    let files = lab.runtime.read_tree(&spec.image, &repository.root, 64 << 20).await.unwrap();
    let files: Vec<_> = files.into_iter().map(|file| SourceFile { path: file.path, bytes: file.bytes }).collect();
    let extracted = catalog::extract(repository, &files);
    let candidates = extracted.candidates.into_iter();
    let focals: Vec<_> = candidates.map(|c| (c.focal.clone(), extracted.files[&c.focal.path].clone())).collect();
    let mut session = lab.runtime.start(&spec).await.unwrap();
    let mut steps = Vec::new();
    for request in RubyAdapter.plan_preparation(repository, &focals) {
        steps.extend(session.run(&request).await.unwrap());
    }
    session.close().await.unwrap();
    let answers = RubyAdapter.read_preparation(repository, &focals, &steps);
    focals.into_iter().zip(answers).collect()
}

/// The repositories of the image.
pub(crate) async fn repositories(lab: &Lab) -> Vec<RepositorySpec> {
    let manifest = lab.runtime.read_tree(&lab.template.image, catalog::MANIFEST_FILE, 1 << 20).await.unwrap();
    catalog::read_manifest(&manifest[0].bytes).unwrap()
}

#[tokio::test]
async fn every_function_that_the_rules_offer_can_be_prepared() {
    let lab = Lab::open().await;
    for repository in repositories(&lab).await {
        let start = std::time::Instant::now();
        let answers = prepare(&lab, &repository).await;
        assert!(answers.len() >= 3, "{}: {} functions", repository.name, answers.len());
        let (mut refused, mut valid, mut invalid) = (Vec::new(), 0, 0);
        for ((focal, _), answer) in &answers {
            match answer {
                Ok(prepared) => {
                    assert!(prepared.mutants.valid.len() >= 2, "{}: {:?}", focal.qualified_name, prepared.mutants);
                    valid += prepared.mutants.valid.len();
                    invalid += prepared.mutants.invalid.len();
                }
                Err(why) => refused.push(format!("{}: {why}", focal.qualified_name)),
            }
        }
        println!(
            "{}: {} functions, {valid} valid and {invalid} invalid mutants in {:.1} s; refused {refused:#?}",
            repository.name,
            answers.len(),
            start.elapsed().as_secs_f64()
        );
        assert!(refused.len() * 4 <= answers.len(), "{refused:#?}");
    }
}
