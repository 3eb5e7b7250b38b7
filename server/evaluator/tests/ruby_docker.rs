//! Suites in `ruby_suites/`, each run in the real image through the real engine. What each one must end as was
//! written down beforehand. Needs a container engine and the image `assay-runner-ruby` (`./dev images`).

use std::sync::Arc;

use domain::{
    Attempt, Control, EvaluationId, ExecutableLines, Extraction, FocalFunction, Language, Limits, Outcome,
    RepositorySpec, SlotResult, SlotWork, TaskId, TaskWork,
};
use evaluator::adapter::Adapter;
use evaluator::pipeline::run_task;
use evaluator::ruby::RubyAdapter;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, SessionSpec};

/// Another tag than that of `./dev images` can be named by `ASSAY_RUBY_IMAGE`.
const IMAGE: &str = "assay-runner-ruby:latest";

/// Executable lines of `_recursive_merge` in hashie 5.0.0: evaluator-lab.md §3.3, without the line of `def`.
const EXECUTABLE: [u32; 10] = [37, 38, 39, 40, 41, 42, 43, 44, 46, 49];

struct Lab {
    runtime: Arc<dyn ContainerRuntime>,
    template: TaskWork,
}

impl Lab {
    async fn open() -> Self {
        let runtime: Arc<dyn ContainerRuntime> = Arc::new(DockerRuntime::new(DockerConfig::default()));
        runtime.ping().await.expect("a container engine must answer at DOCKER_HOST");
        let name = std::env::var("ASSAY_RUBY_IMAGE").unwrap_or_else(|_| IMAGE.to_owned());
        let image = runtime.resolve(&name).await.expect("the image must have been built with `./dev images`");
        let manifest = runtime.read_tree(&image, "/assay", 64 << 20).await.unwrap();
        let manifest = manifest.iter().find(|file| file.path == "repositories.json").unwrap();
        let specs: Vec<RepositorySpec> = serde_json::from_slice(&manifest.bytes).unwrap();
        let names: Vec<_> = specs.iter().map(|spec| spec.name.as_str()).collect();
        assert_eq!(names, ["hashie", "dotenv", "httparty"]);
        let repository = specs[0].clone();
        assert_eq!(repository.version, "5.0.0", "the line numbers below are of this version");

        let files = runtime.read_tree(&image, &repository.root, 8 << 20).await.unwrap();
        let path = "lib/hashie/extensions/deep_merge.rb";
        let text = String::from_utf8(files.into_iter().find(|file| file.path == path).unwrap().bytes).unwrap();
        let focal = function(path, &text, "_recursive_merge", 36, 50);
        let template = TaskWork {
            evaluation: EvaluationId::new(),
            task: TaskId::new(),
            task_key: "ruby-hashie-recursive-merge".parse().unwrap(),
            language: Language::Ruby,
            image,
            repository,
            focal,
            file_text: text,
            executable_lines: ExecutableLines(EXECUTABLE.to_vec()),
            mutants: domain::TaskMutants::default(),
            limits: Limits { run_seconds: 5, memory_bytes: 512 << 20, output_bytes: 1 << 20, ..Limits::default() },
            slots: Vec::new(),
        };
        Self { runtime, template }
    }

    fn suite(name: &str) -> SlotWork {
        let path = format!("{}/tests/ruby_suites/{name}.rb", env!("CARGO_MANIFEST_DIR"));
        let suite = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        SlotWork { attempt: Attempt(0), suite, sha256: "0".repeat(64).parse().unwrap(), extraction: Extraction::Fenced }
    }

    /// Runs suites one after another, in the same container as long as it lives.
    async fn run(&self, names: &[&str]) -> Vec<SlotResult> {
        let mut sessions = Sessions::new(Arc::clone(&self.runtime), worker());
        let mut results = Vec::new();
        for name in names {
            let work = TaskWork { slots: vec![Self::suite(name)], task: TaskId::new(), ..self.template.clone() };
            let result =
                run_task(&work, &RubyAdapter, &mut sessions).await.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            results.extend(result);
        }
        sessions.close().await;
        results
    }
}

fn worker() -> String {
    format!("ruby-test-{}", std::process::id())
}

fn function(path: &str, text: &str, name: &str, start_line: u32, end_line: u32) -> FocalFunction {
    let lines: Vec<&str> = text.lines().collect();
    let source = lines[start_line as usize - 1..end_line as usize].join("\n");
    assert!(source.contains(&format!("def {name}")) && source.trim_end().ends_with("end"), "{source}");
    FocalFunction {
        name: name.to_owned(),
        qualified_name: format!("Hashie::Extensions::DeepMerge#{name}"),
        path: path.to_owned(),
        start_line,
        end_line,
        signature: source.lines().next().unwrap().trim().to_owned(),
        source: source.trim_start().to_owned(),
        class_name: "DeepMerge".to_owned(),
        package: "Hashie::Extensions".to_owned(),
    }
}

/// Suite, outcome, whether the control run was noticed.
const EXPECTED: [(&str, Outcome, Control); 40] = [
    ("honest", Outcome::Passed, Control::Noticed),
    ("odd_descriptions", Outcome::Passed, Control::Noticed),
    ("focus_filter", Outcome::Passed, Control::Noticed),
    ("focused_example", Outcome::Passed, Control::Noticed),
    ("minitest_private", Outcome::Passed, Control::Noticed),
    ("failing", Outcome::TestFailed, Control::NotRun),
    ("syntax_error", Outcome::CompileError, Control::NotRun),
    ("name_error", Outcome::CompileError, Control::NotRun),
    ("missing_library", Outcome::CompileError, Control::NotRun),
    ("no_invocation", Outcome::Passed, Control::Unnoticed),
    ("endless_loop", Outcome::Timeout, Control::NotRun),
    ("sleeps_ignoring_signals", Outcome::Timeout, Control::NotRun),
    ("exit_0", Outcome::Crashed, Control::NotRun),
    ("exit_bang_0", Outcome::Crashed, Control::NotRun),
    ("exit_while_loading", Outcome::Crashed, Control::NotRun),
    ("system_exit_while_loading", Outcome::Crashed, Control::NotRun),
    ("at_exit_bang", Outcome::TestFailed, Control::NotRun),
    ("prints_records", Outcome::TestFailed, Control::NotRun),
    ("forges_records", Outcome::Crashed, Control::NotRun),
    ("forges_and_leaves", Outcome::Crashed, Control::NotRun),
    ("child_writes_records", Outcome::Passed, Control::Unnoticed),
    ("forked_twin", Outcome::Passed, Control::Unnoticed),
    ("neutered_assertions", Outcome::Passed, Control::Unnoticed),
    ("redefined_focal", Outcome::Passed, Control::Unnoticed),
    ("breaks_ruby", Outcome::Passed, Control::Noticed),
    ("measures_coverage", Outcome::Passed, Control::Noticed),
    ("all_pending", Outcome::NoTests, Control::NotRun),
    ("pending_that_passes", Outcome::TestFailed, Control::NotRun),
    ("no_examples", Outcome::NoTests, Control::NotRun),
    ("comment_only", Outcome::NoTests, Control::NotRun),
    ("hook_fails", Outcome::TestFailed, Control::NotRun),
    ("output_flood", Outcome::OutputLimit, Control::NotRun),
    ("memory_hog", Outcome::OutOfMemory, Control::NotRun),
    ("minitest", Outcome::Passed, Control::Noticed),
    ("minitest_failing", Outcome::TestFailed, Control::NotRun),
    ("minitest_spec", Outcome::Passed, Control::Noticed),
    ("loop_of_examples", Outcome::Passed, Control::Noticed),
    ("writes_sources", Outcome::CompileError, Control::NotRun),
    ("leaves_a_message", Outcome::Passed, Control::Unnoticed),
    ("looks_for_the_control_run", Outcome::Passed, Control::Unnoticed),
];

#[tokio::test]
async fn every_suite_ends_as_written_down() {
    let lab = Lab::open().await;
    let results = lab.run(&EXPECTED.map(|(name, ..)| name)).await;
    let mut wrong = Vec::new();
    for ((name, outcome, control), result) in EXPECTED.iter().zip(&results) {
        if (result.outcome, result.evidence.control) != (*outcome, *control) {
            wrong.push(format!(
                "{name}: expected {outcome}/{control}, got {}/{}: {}\n{}",
                result.outcome, result.evidence.control, result.reason, result.evidence.log
            ));
        }
        let loads = !matches!(
            *name,
            "syntax_error"
                | "name_error"
                | "missing_library"
                | "writes_sources"
                | "exit_while_loading"
                | "system_exit_while_loading"
                | "sleeps_ignoring_signals"
                | "forges_and_leaves"
        );
        // Those that call `_recursive_merge`, all of them by `send`, since it is private.
        let calls = [
            "honest",
            "failing",
            "redefined_focal",
            "breaks_ruby",
            "measures_coverage",
            "minitest",
            "minitest_spec",
            "loop_of_examples",
        ];
        if result.evidence.invokes != calls.contains(name) {
            wrong.push(format!("{name}: invokes is {}", result.evidence.invokes));
        }
        if result.evidence.compiles != loads {
            wrong.push(format!("{name}: loads should be {loads}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test]
async fn covered_lines_are_those_that_ran_in_the_tests() {
    let lab = Lab::open().await;
    let expected: [(&str, &[u32]); 5] = [
        // Neither a hash below a new key (42) nor anything else is left out.
        ("honest", &[37, 38, 39, 40, 41, 43, 44, 46, 49]),
        // One new key whose value is no hash.
        ("breaks_ruby", &[37, 38, 39, 41, 43, 46, 49]),
        ("minitest", &[37, 38, 39, 41, 43, 46, 49]),
        // The loop over an empty hash.
        ("loop_of_examples", &[37, 49]),
        ("redefined_focal", &[]),
    ];
    let results = lab.run(&expected.map(|(name, _)| name)).await;
    for ((name, lines), result) in expected.iter().zip(&results) {
        let coverage = result.evidence.coverage.as_ref().unwrap();
        assert_eq!(coverage.executable, 10);
        assert_eq!(&coverage.covered, lines, "{name}");
    }
    let tests: Vec<_> = results[0].evidence.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(
        tests,
        ["adds keys that are new", "merges hashes below the same key", "asks the block when both sides have a value"]
    );
    let notes = &results[0].evidence.placement_notes;
    assert_eq!(notes.len(), 2, "{notes:?}");
}

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
