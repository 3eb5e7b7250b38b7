//! How long task lists take with many tasks: `cargo run --release --package store --example task_search -- URL [TASKS]`.
//! The database should be empty; it is left behind.

use std::time::{Duration, Instant};

use domain::{
    BenchmarkVersionId, ExecutableLines, FocalFunction, Language, Limits, RepositoryDomain, RepositoryLimits,
    RepositorySpec, TaskMutants,
};
use store::{Band, NewBenchmark, NewRepository, NewTask, NewVersion, Store, StoreError, TaskFilter, TaskOrder};

/// Repositories that the tasks are spread over.
const REPOSITORIES: usize = 40;

#[tokio::main]
async fn main() -> Result<(), StoreError> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().unwrap_or_else(|| "sqlite:target/task-search.sqlite3".to_owned());
    let tasks: usize = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(50_000);
    let store = Store::connect(&url).await?;
    let begun = Instant::now();
    let version = make(&store, tasks).await?;
    println!("{tasks} tasks stored in {:.1} s", begun.elapsed().as_secs_f64());
    let base = TaskFilter::default;
    let page = |page: u64| TaskFilter { offset: page * 50, ..base() };
    let search = |text: &str| TaskFilter { search: text.to_owned(), ..base() };
    let last = tasks as u64 / 50 - 1;
    for (name, filter) in [
        ("first page", base()),
        ("last page", page(last)),
        ("one language", TaskFilter { language: Some(Language::Go), ..base() }),
        ("one domain", TaskFilter { domain: Some(RepositoryDomain::Testing), ..base() }),
        ("longest first", TaskFilter { order: TaskOrder::Longest, ..base() }),
        ("hardest first", TaskFilter { order: TaskOrder::Hardest, ..base() }),
        ("solved by nobody", TaskFilter { band: Some(Band::Nobody), ..base() }),
        ("search: a word of one task", search("compute_31415_")),
        ("search: a word of some tasks", search("marker_7 ")),
        ("search: a word of all tasks", search("return")),
        ("search: no task", search("zzzzzz")),
        ("search: two characters", search("co")),
    ] {
        let mut best = Duration::MAX;
        let mut total = 0;
        for _ in 0..5 {
            let begun = Instant::now();
            total = store.list_tasks(version, filter.clone()).await?.1;
            best = best.min(begun.elapsed());
        }
        println!("{name:<32} {:>7.1} ms  {total} tasks", best.as_secs_f64() * 1000.0);
    }
    Ok(())
}

async fn make(store: &Store, tasks: usize) -> Result<BenchmarkVersionId, StoreError> {
    let slug = "large".parse().unwrap_or_else(|error| unreachable!("{error}"));
    let benchmark = store
        .ensure_benchmark(NewBenchmark {
            slug,
            name: "Large".to_owned(),
            description: "To measure with.".to_owned(),
            links: Vec::new(),
            citation: String::new(),
            has_tasks: true,
        })
        .await?;
    let repositories = (0..REPOSITORIES).map(|n| repository(n, tasks / REPOSITORIES)).collect();
    store
        .create_version(NewVersion {
            benchmark,
            label: "1".to_owned(),
            fingerprint: tasks.to_string(),
            limits: Limits::default(),
            declared: Vec::new(),
            declared_repositories: 0,
            repositories,
        })
        .await
}

fn repository(number: usize, tasks: usize) -> NewRepository {
    let language = Language::ALL[number % Language::ALL.len()];
    let name = format!("repository-{number}");
    let tasks = (0..tasks)
        .map(|n| {
            let id = number * 100_000 + n;
            let function = format!("compute_{}_", number * tasks + n);
            let mut source = format!("func {function}(limit int) int {{\n\tmarker_{} := limit\n", id % 1000);
            // Every task has its own words, as real source has.
            for line in 0..25 {
                source.push_str(&format!(
                    "\tvalue{} := helper{}(limit, {})\n",
                    (id * 7 + line) % 4999,
                    (id + line) % 997,
                    line
                ));
            }
            source.push_str("\treturn limit\n}");
            let start_line = 1 + 40 * n as u32;
            NewTask {
                key: format!("{language}-{name}-{n}").parse().unwrap_or_else(|error| unreachable!("{error}")),
                focal: FocalFunction {
                    qualified_name: format!("Type.{function}"),
                    name: function,
                    path: format!("src/part{}.go", n / 20),
                    start_line,
                    end_line: start_line + 10 + (id % 40) as u32,
                    source,
                    signature: String::new(),
                    class_name: "Type".to_owned(),
                    package: "part".to_owned(),
                },
                executable_lines: ExecutableLines((start_line + 1..start_line + 9).collect()),
                mutants: TaskMutants::default(),
            }
        })
        .collect::<Vec<NewTask>>();
    let mut paths: Vec<String> = tasks.iter().map(|task| task.focal.path.clone()).collect();
    paths.dedup();
    NewRepository {
        spec: RepositorySpec {
            name: name.parse().unwrap_or_else(|error| unreachable!("{error}")),
            language,
            version: "1".to_owned(),
            domain: RepositoryDomain::ALL[number % RepositoryDomain::ALL.len()],
            root: "/repo".to_owned(),
            source_roots: vec![".".to_owned()],
            exclude: Vec::new(),
            homepage: String::new(),
            license: String::new(),
            settings: [].into(),
            limits: RepositoryLimits::default(),
        },
        image: None,
        files: paths.into_iter().map(|path| (path, "text\n".to_owned())).collect(),
        tasks,
    }
}
