//! The task that most tests of this folder use, and how its suites are run.

use std::sync::Arc;

use domain::{
    Attempt, EvaluationId, ExecutableLines, Extraction, FocalFunction, Language, Limits, RepositorySpec, SlotResult,
    SlotWork, TaskId, TaskWork,
};
use evaluator::adapter::Adapter;
use evaluator::pipeline::run_task;
use evaluator::ruby::RubyAdapter;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime};

/// Another tag than that of `./dev images` can be named by `ASSAY_RUBY_IMAGE`.
const IMAGE: &str = "assay-runner-ruby:latest";

/// Executable lines of `_recursive_merge` in hashie 5.0.0: evaluator-lab.md §3.3, without the line of `def`.
pub(crate) const EXECUTABLE: [u32; 10] = [37, 38, 39, 40, 41, 42, 43, 44, 46, 49];

pub(crate) struct Lab {
    pub(crate) runtime: Arc<dyn ContainerRuntime>,
    pub(crate) template: TaskWork,
}

impl Lab {
    pub(crate) async fn open() -> Self {
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

    pub(crate) fn suite(name: &str) -> SlotWork {
        let path = format!("{}/tests/ruby_docker/suites/{name}.rb", env!("CARGO_MANIFEST_DIR"));
        let suite = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        SlotWork { attempt: Attempt(0), suite, sha256: "0".repeat(64).parse().unwrap(), extraction: Extraction::Fenced }
    }

    /// Runs suites one after another, in the same container as long as it lives.
    pub(crate) async fn run(&self, names: &[&str]) -> Vec<SlotResult> {
        self.run_by(&RubyAdapter, names).await
    }

    /// The same with another adapter.
    pub(crate) async fn run_by(&self, adapter: &dyn Adapter, names: &[&str]) -> Vec<SlotResult> {
        let mut sessions = Sessions::new(Arc::clone(&self.runtime), worker());
        let mut results = Vec::new();
        for name in names {
            let work = TaskWork { slots: vec![Self::suite(name)], task: TaskId::new(), ..self.template.clone() };
            let result =
                run_task(&work, adapter, &mut sessions).await.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            results.extend(result);
        }
        sessions.close().await;
        results
    }
}

pub(crate) fn worker() -> String {
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
