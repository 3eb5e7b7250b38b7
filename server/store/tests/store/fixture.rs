//! A small benchmark, accounts, submissions and results to test with.

use std::collections::BTreeMap;

use domain::{
    Attempt, BenchmarkId, BenchmarkVersionId, Check, CheckRecord, CheckStatus, ContextMode, Control, EvaluationId,
    Evidence, ExecutableLines, Extraction, FocalFunction, Language, Limits, LineCoverage, Outcome, Provenance,
    RepositoryDomain, RepositorySpec, Role, Sha256, SlotResult, SubmissionId, TaskKey, TaskWork, TestCaseRecord,
    TestCaseStatus, UploadReport, UserId,
};
use store::{ClaimedJob, FigureRow, Finish, NewBenchmark, NewRepository, NewSubmission, NewSuite, NewTask, NewVersion};

use crate::support::Db;

pub(crate) const MAX_ATTEMPTS: u32 = 3;
pub(crate) const LEASE: u32 = 60;

pub(crate) fn sha(seed: &str) -> Sha256 {
    let digits: String = seed.bytes().cycle().map(|byte| char::from(b'a' + byte % 6)).take(64).collect();
    digits.parse().unwrap()
}

pub(crate) fn key(text: &str) -> TaskKey {
    text.parse().unwrap()
}

pub(crate) fn new_benchmark(slug: &str) -> NewBenchmark {
    NewBenchmark {
        slug: slug.parse().unwrap(),
        name: "Starter".into(),
        description: "Focal functions of six repositories.".into(),
        links: vec![("Paper".into(), "https://example.org/paper".into())],
        citation: "@misc{starter}".into(),
        has_tasks: true,
    }
}

pub(crate) fn new_repository(language: Language, name: &str, tasks: u32) -> NewRepository {
    let path = format!("src/{name}.txt");
    NewRepository {
        spec: RepositorySpec {
            name: name.parse().unwrap(),
            language,
            version: "1.0".into(),
            domain: RepositoryDomain::Utilities,
            root: format!("/repo/{name}"),
            source_roots: vec![".".into()],
            exclude: vec![],
            homepage: "https://example.org".into(),
            license: "MIT".into(),
            settings: BTreeMap::new(),
            limits: domain::RepositoryLimits::default(),
        },
        image: Some(format!("sha256:{}", sha(name)).parse().unwrap()),
        files: vec![(path.clone(), format!("text of {name}\n"))],
        // Given last first, so that an order which is right is not by chance.
        tasks: (1..=tasks)
            .rev()
            .map(|n| NewTask {
                key: key(&format!("{name}-{n}")),
                focal: FocalFunction {
                    name: format!("work{n}"),
                    qualified_name: format!("Größe.work{n}"),
                    path: path.clone(),
                    start_line: n * 10,
                    end_line: n * 10 + 3,
                    source: format!("func work{n}() {{\n\treturn {n}\n}}"),
                    signature: format!("func work{n}()"),
                    class_name: "Größe".into(),
                    package: name.into(),
                },
                executable_lines: ExecutableLines(vec![n * 10, n * 10 + 1]),
                mutants: domain::TaskMutants::default(),
            })
            .collect(),
    }
}

pub(crate) fn new_version(benchmark: BenchmarkId, fingerprint: &str) -> NewVersion {
    NewVersion {
        benchmark,
        label: "1.0".into(),
        fingerprint: fingerprint.into(),
        limits: Limits::default(),
        declared: vec![],
        declared_repositories: 0,
        // Ruby before Go on purpose: the order of languages is not the order of arrival.
        repositories: vec![
            new_repository(Language::Ruby, "hashie", 2),
            new_repository(Language::Go, "cobra", 3),
            new_repository(Language::Go, "chi", 1),
        ],
    }
}

/// A benchmark with a version of six tasks: chi-1, cobra-1 … cobra-3, hashie-1, hashie-2.
pub(crate) struct World {
    pub(crate) benchmark: BenchmarkId,
    pub(crate) version: BenchmarkVersionId,
    pub(crate) vendor: UserId,
    pub(crate) maintainer: UserId,
}

pub(crate) async fn world(db: &Db) -> World {
    let benchmark = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
    world_of(db, new_version(benchmark, "f1")).await
}

/// The same, where cobra's suites have ten minutes to build.
pub(crate) async fn wide_world(db: &Db) -> World {
    let benchmark = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
    let mut version = new_version(benchmark, "wide");
    let cobra = version.repositories.iter_mut().find(|repository| repository.spec.name.as_str() == "cobra").unwrap();
    cobra.spec.limits.build_seconds = Some(600);
    world_of(db, version).await
}

pub(crate) async fn world_of(db: &Db, new: NewVersion) -> World {
    let benchmark = new.benchmark;
    let version = db.store.create_version(new).await.unwrap();
    let account =
        async |email: &str, role| db.store.create_user(&email.parse().unwrap(), email, "hash", role).await.unwrap();
    World {
        benchmark,
        version,
        vendor: account("vendor@example.org", Role::Vendor).await,
        maintainer: account("maintainer@example.org", Role::Maintainer).await,
    }
}

pub(crate) fn report() -> UploadReport {
    UploadReport {
        sha256: sha("upload"),
        bytes: 10,
        lines: 2,
        languages: vec![(Language::Go, 2, 4)],
        suites: 2,
        attempts: 1,
        extraction: vec![(Extraction::Fenced, 2)],
        missing: vec![key("chi-1")],
        missing_total: 1,
        problems: vec![],
        errors_total: 0,
        warnings_total: 0,
    }
}

pub(crate) fn suite(task: &str, attempt: u32) -> NewSuite {
    NewSuite {
        key: key(task),
        attempt: Attempt(attempt),
        code: format!("suite {attempt} of {task}"),
        sha256: sha(task),
        extraction: Extraction::Fenced,
    }
}

pub(crate) fn new_submission(world: &World, model: &str, suites: Vec<NewSuite>) -> NewSubmission {
    NewSubmission {
        id: SubmissionId::new(),
        version: world.version,
        model: model.parse().unwrap(),
        mode: ContextMode::Standard,
        user: world.vendor,
        file_name: "answers.jsonl".into(),
        sha256: sha("upload"),
        report: report(),
        suites,
    }
}

/// Stores and queues one suite for each of these tasks.
pub(crate) async fn queued(db: &Db, world: &World, model: &str, tasks: &[&str]) -> (SubmissionId, EvaluationId) {
    let suites = tasks.iter().map(|task| suite(task, 0)).collect();
    queued_suites(db, world, model, suites).await
}

pub(crate) async fn queued_suites(
    db: &Db,
    world: &World,
    model: &str,
    suites: Vec<NewSuite>,
) -> (SubmissionId, EvaluationId) {
    let new = new_submission(world, model, suites);
    let id = new.id;
    db.store.create_submission(new).await.unwrap();
    let evaluation = db.store.queue_submission(id, world.vendor, "1.2.3").await.unwrap();
    (id, evaluation)
}

pub(crate) async fn claim(db: &Db, worker: &str) -> Option<ClaimedJob> {
    db.store.claim_job(worker, LEASE, MAX_ATTEMPTS).await.unwrap()
}

pub(crate) fn provenance(worker: &str) -> Provenance {
    Provenance { evaluator_version: "1.2.3".into(), runtime: "runc".into(), worker: worker.into(), reused_from: None }
}

pub(crate) fn result(attempt: u32, outcome: Outcome) -> SlotResult {
    let passed = outcome == Outcome::Passed;
    SlotResult {
        attempt: Attempt(attempt),
        outcome,
        reason: format!("because it is {outcome}"),
        evidence: Evidence {
            invokes: true,
            compiles: outcome != Outcome::CompileError,
            coverage: passed.then(|| LineCoverage { executable: 2, covered: vec![10] }),
            control: if passed { Control::Noticed } else { Control::NotRun },
            checks: vec![CheckRecord {
                check: Check::Tests,
                status: if passed { CheckStatus::Passed } else { CheckStatus::Failed },
                detail: "1 of 1".into(),
                millis: 5,
            }],
            tests: vec![TestCaseRecord {
                name: "TestWork".into(),
                status: if passed { TestCaseStatus::Passed } else { TestCaseStatus::Failed },
                message: String::new(),
                millis: 4,
            }],
            placement_notes: vec!["package renamed".into()],
            log: "ok\n".into(),
            ..Evidence::nothing()
        },
        millis: 17,
    }
}

/// One result of this outcome for every slot of the work.
pub(crate) fn results(work: &TaskWork, outcome: Outcome) -> Vec<SlotResult> {
    work.slots.iter().map(|slot| result(slot.attempt.0, outcome)).collect()
}

pub(crate) async fn complete(db: &Db, job: &ClaimedJob, outcome: Outcome) -> bool {
    db.store.complete_job(job.job, &job.token, &results(&job.work, outcome), &provenance("w")).await.unwrap()
}

/// The end of an evaluation with these figures, by the first formulas.
pub(crate) fn scored(figures: Vec<FigureRow>) -> Finish {
    Finish::Scored { figures, scoring_version: "1".into() }
}

/// Claims and completes until nothing is left; gives the number of jobs.
pub(crate) async fn drain(db: &Db, outcome: Outcome) -> u32 {
    let mut jobs = 0;
    while let Some(job) = claim(db, "w").await {
        assert!(complete(db, &job, outcome).await);
        jobs += 1;
    }
    jobs
}
