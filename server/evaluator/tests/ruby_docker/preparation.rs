//! What is found out about tasks without any suite.

use domain::{ExecutableLines, FocalFunction, Limits};
use evaluator::adapter::Adapter as _;
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
    };
    let mut session = lab.runtime.start(&spec).await.unwrap();
    let steps = session.run(&request).await.unwrap();
    session.close().await.unwrap();
    let answers = RubyAdapter.read_preparation(&lab.template.repository, &focals, &steps);
    let prepared = answers[0].as_ref().map(|prepared| prepared.executable.clone());
    assert_eq!(prepared, Ok(ExecutableLines(EXECUTABLE.to_vec())), "{}", steps[0].log);
    assert!(answers[1].as_ref().unwrap_err().starts_with("the focal file cannot be loaded: LoadError"), "{answers:?}");
}
