//! Benchmarks, versions and tasks.

use domain::{Language, Limits};
use store::{NewBenchmark, NewVersion, StoreError, TaskFilter};

use crate::fixture::{key, new_benchmark, new_repository, new_version, world};
use crate::support::START;

fn names(tasks: &[store::TaskRecord]) -> Vec<&str> {
    tasks.iter().map(|record| record.task.key.as_str()).collect()
}

on_both! {
    async fn a_benchmark_is_made_once_and_its_texts_follow(db) {
        let slug = "starter".parse().unwrap();
        assert!(db.store.benchmark(&slug).await.unwrap().is_none());
        let id = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
        assert_eq!(db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap(), id);
        assert_eq!(db.store.audit_events(10).await.unwrap().len(), 1, "the second time changes nothing");

        db.pass_seconds(60);
        let changed = NewBenchmark { citation: "new".into(), ..new_benchmark("starter") };
        assert_eq!(db.store.ensure_benchmark(changed).await.unwrap(), id);
        let record = db.store.benchmark(&slug).await.unwrap().unwrap();
        assert_eq!(record.citation, "new");
        assert_eq!(record.links, vec![("Paper".to_owned(), "https://example.org/paper".to_owned())]);
        assert!(record.has_tasks);
        assert_eq!(record.version, None);
        assert_eq!(record.entries, 0);
        assert_eq!(record.updated.0, START + 60_000);
        assert_eq!(db.store.benchmarks().await.unwrap(), vec![record]);
    }

    async fn create_version_is_idempotent(db) {
        let world = world(&db).await;
        let again = db.store.create_version(new_version(world.benchmark, "f1")).await.unwrap();
        assert_eq!(again, world.version);
        assert_eq!(db.count("SELECT COUNT(*) FROM tasks").await, 6);
        assert_eq!(db.count("SELECT COUNT(*) FROM benchmark_versions").await, 1);

        let other = db.store.create_version(NewVersion { label: "2.0".into(), ..new_version(world.benchmark, "f2") }).await.unwrap();
        assert_ne!(other, world.version);
        let newest = db.store.benchmark(&"starter".parse().unwrap()).await.unwrap().unwrap().version.unwrap();
        assert_eq!((newest.id, newest.label.as_str()), (other, "2.0"));
        // Both versions have the key; the newest counts.
        let task = db.store.task_by_key(&key("cobra-2")).await.unwrap().unwrap();
        assert_eq!(task.task.benchmark_version, other);
    }

    async fn versions_made_at_once_are_one(db) {
        let benchmark = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
        let makers: Vec<_> = (0..6)
            .map(|_| {
                let store = db.store.clone();
                tokio::spawn(async move { store.create_version(new_version(benchmark, "same")).await.unwrap() })
            })
            .collect();
        let mut ids = vec![];
        for maker in makers {
            ids.push(maker.await.unwrap());
        }
        ids.dedup();
        assert_eq!(ids.len(), 1);
        assert_eq!(db.count("SELECT COUNT(*) FROM tasks").await, 6);
    }

    async fn a_version_counts_its_tasks_or_what_was_declared(db) {
        let world = world(&db).await;
        let version = db.store.benchmark(&"starter".parse().unwrap()).await.unwrap().unwrap().version.unwrap();
        assert_eq!(version.id, world.version);
        assert_eq!(version.languages, vec![(Language::Go, 4), (Language::Ruby, 2)]);
        assert_eq!(version.repositories, 3);
        assert_eq!(version.limits, Limits::default());
        assert_eq!(version.created.0, START);

        let paper = db.store.ensure_benchmark(NewBenchmark { has_tasks: false, ..new_benchmark("paper") }).await.unwrap();
        let declared = NewVersion {
            declared: vec![(Language::Php, 5), (Language::Rust, 600)],
            declared_repositories: 17,
            repositories: vec![],
            ..new_version(paper, "p")
        };
        db.store.create_version(declared).await.unwrap();
        let version = db.store.benchmark(&"paper".parse().unwrap()).await.unwrap().unwrap().version.unwrap();
        assert_eq!(version.languages, vec![(Language::Rust, 600), (Language::Php, 5)]);
        assert_eq!(version.repositories, 17);
    }

    async fn contradictory_versions_are_refused_whole(db) {
        let benchmark = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
        let mut twice = new_version(benchmark, "a");
        let mut task = twice.repositories[1].tasks[0].clone();
        task.focal.path = "src/hashie.txt".into();
        twice.repositories[0].tasks.push(task);
        let mut homeless = new_version(benchmark, "b");
        homeless.repositories[0].files.clear();
        let mut nul = new_version(benchmark, "c");
        nul.repositories[0].files[0].1.push('\0');
        let mut same = new_version(benchmark, "d");
        same.repositories.push(new_repository(Language::Go, "chi", 0));
        for (version, message) in [(twice, "given twice"), (homeless, "is not given"), (nul, "NUL"), (same, "chi")] {
            let error = db.store.create_version(version).await.unwrap_err();
            assert!(matches!(&error, StoreError::Invalid(text) if text.contains(message)), "{error}");
        }
        assert_eq!(db.count("SELECT COUNT(*) FROM benchmark_versions").await, 0);
    }

    async fn tasks_are_listed_in_a_fixed_order(db) {
        let world = world(&db).await;
        let (tasks, total) = db.store.list_tasks(world.version, TaskFilter::default()).await.unwrap();
        assert_eq!(names(&tasks), ["chi-1", "cobra-1", "cobra-2", "cobra-3", "hashie-1", "hashie-2"]);
        assert_eq!(total, 6);
        let keys = db.store.task_keys(world.version).await.unwrap();
        assert_eq!(keys[0], (key("chi-1"), Language::Go));
        assert_eq!(keys[5], (key("hashie-2"), Language::Ruby));

        let record = &tasks[2];
        assert_eq!(record.benchmark.as_str(), "starter");
        assert_eq!(record.task.focal.source, "func work2() {\n\treturn 2\n}");
        assert_eq!(record.task.executable_lines.0, [20, 21]);
        assert_eq!(record.repository.spec.name.as_str(), "cobra");
        assert_eq!(record.task.repository, record.repository.id);
        assert_eq!(db.store.task_by_key(&record.task.key).await.unwrap().as_ref(), Some(record));
        assert_eq!(db.store.task_by_key(&key("nothing")).await.unwrap(), None);

        let repositories = db.store.repositories(world.version).await.unwrap();
        let counts: Vec<_> = repositories.iter().map(|(r, n)| (r.spec.name.as_str(), *n)).collect();
        assert_eq!(counts, [("chi", 1), ("cobra", 3), ("hashie", 2)]);
    }

    async fn tasks_are_filtered_and_paged(db) {
        let world = world(&db).await;
        let list = async |filter| db.store.list_tasks(world.version, filter).await.unwrap();
        let base = TaskFilter::default;
        let (tasks, total) = list(TaskFilter { language: Some(Language::Ruby), ..base() }).await;
        assert_eq!((names(&tasks), total), (vec!["hashie-1", "hashie-2"], 2));
        let (tasks, total) = list(TaskFilter { repository: Some("cobra".into()), limit: 2, offset: 1, ..base() }).await;
        assert_eq!((names(&tasks), total), (vec!["cobra-2", "cobra-3"], 3));
        // Any case, also beyond ASCII, in key, qualified name and path.
        for (search, count) in [("COBRA-", 3), ("gRÖSSE", 0), ("GRÖßE.WORK1", 3), ("SRC/chi", 1), ("work_", 0), ("%", 0), ("a\0", 0)] {
            let (_, total) = list(TaskFilter { search: search.into(), ..base() }).await;
            assert_eq!(total, count, "{search}");
        }
    }

    async fn three_thousand_tasks_are_one_insert_away(db) {
        let benchmark = db.store.ensure_benchmark(new_benchmark("large")).await.unwrap();
        let version = NewVersion {
            repositories: vec![new_repository(Language::Go, "cobra", 2000), new_repository(Language::Ruby, "hashie", 1642)],
            ..new_version(benchmark, "large")
        };
        let id = db.store.create_version(version).await.unwrap();
        let (tasks, total) = db.store.list_tasks(id, TaskFilter { limit: 1, offset: 3641, ..TaskFilter::default() }).await.unwrap();
        assert_eq!((names(&tasks), total), (vec!["hashie-1642"], 3642));
    }
}
