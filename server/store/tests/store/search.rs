//! Filters, search and order of task lists, and how hard tasks are.

use domain::{Language, Outcome, RepositoryDomain};
use store::{Band, NewVersion, TaskFilter, TaskOrder};

use crate::fixture::{drain, new_benchmark, new_repository, new_version, queued, scored, world};

fn names(tasks: &[store::TaskRecord]) -> Vec<&str> {
    tasks.iter().map(|record| record.task.key.as_str()).collect()
}

on_both! {
    async fn source_is_searched_from_three_characters_on(db) {
        let world = world(&db).await;
        let count = async |search: &str| {
            db.store.list_tasks(world.version, TaskFilter { search: search.into(), ..TaskFilter::default() }).await.unwrap().1
        };
        // The sources are `func work1() {⏎→return 1⏎}` and so on: two of the six are called work2.
        for (search, expected) in [
            ("return", 6), ("RETURN 2", 2), ("work2() {\n\treturn 2", 2), ("turn 3\n}", 1), ("nothing", 0),
            // What means something to one of the two databases is text here.
            ("\"", 0), ("\"work\"", 0), ("work OR", 0), ("wor*", 0), ("wor%", 0), ("w_rk", 0), ("() {", 6), ("!!!", 0),
            // Two characters look at names and paths only.
            ("tu", 0), ("wo", 6),
        ] {
            assert_eq!(count(search).await, expected, "{search:?}");
        }
    }

    async fn domains_and_lines_are_filters(db) {
        let benchmark = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
        let mut version = new_version(benchmark, "f");
        let cobra = version.repositories.iter_mut().find(|r| r.spec.name.as_str() == "cobra").unwrap();
        cobra.spec.domain = RepositoryDomain::DeveloperTool;
        for task in &mut cobra.tasks {
            // cobra-1 has 11 lines, cobra-2 12, cobra-3 13; all others have 4.
            task.focal.end_line += 6 + task.focal.start_line / 10;
        }
        let version = db.store.create_version(version).await.unwrap();
        let list = async |filter| db.store.list_tasks(version, filter).await.unwrap();
        let base = TaskFilter::default;
        let (tasks, total) = list(TaskFilter { domain: Some(RepositoryDomain::DeveloperTool), ..base() }).await;
        assert_eq!((names(&tasks), total), (vec!["cobra-1", "cobra-2", "cobra-3"], 3));
        let (tasks, _) = list(TaskFilter { min_lines: Some(12), max_lines: Some(12), ..base() }).await;
        assert_eq!(names(&tasks), ["cobra-2"]);
        let (tasks, _) = list(TaskFilter { min_lines: Some(5), order: TaskOrder::Longest, ..base() }).await;
        assert_eq!(names(&tasks), ["cobra-3", "cobra-2", "cobra-1"]);
        let (tasks, _) = list(TaskFilter { order: TaskOrder::Shortest, limit: 2, offset: 3, ..base() }).await;
        assert_eq!(names(&tasks), ["cobra-1", "cobra-2"]);
        let counts = db.store.tasks_per_domain(version).await.unwrap();
        assert_eq!(counts, [
            (Language::Go, RepositoryDomain::DeveloperTool, 3),
            (Language::Go, RepositoryDomain::Utilities, 1),
            (Language::Ruby, RepositoryDomain::Utilities, 2),
        ]);
    }

    async fn difficulty_is_the_share_of_entries_that_solve_a_task(db) {
        let world = world(&db).await;
        let list = async |filter| db.store.list_tasks(world.version, filter).await.unwrap();
        let base = TaskFilter::default;
        assert_eq!(list(TaskFilter { band: Some(Band::Nobody), ..base() }).await.1, 0, "nobody has tried");

        // The first entry solves cobra-1 and cobra-2, the second cobra-1 and fails cobra-3.
        let (_, first) = queued(&db, &world, "First", &["cobra-1", "cobra-2"]).await;
        drain(&db, Outcome::Passed).await;
        db.store.finish_evaluation(first, scored(vec![])).await.unwrap();
        let (tasks, _) = list(TaskFilter { band: Some(Band::Everybody), ..base() }).await;
        assert_eq!(names(&tasks), ["cobra-1", "cobra-2"]);

        let (_, second) = queued(&db, &world, "Second", &["cobra-1"]).await;
        drain(&db, Outcome::Passed).await;
        db.store.finish_evaluation(second, scored(vec![])).await.unwrap();
        let (tasks, _) = list(TaskFilter { order: TaskOrder::Easiest, ..base() }).await;
        let shares: Vec<_> = tasks.iter().map(|t| (t.task.key.as_str(), t.solved, t.entries)).collect();
        assert_eq!(shares[..3], [("cobra-1", 2, 2), ("cobra-2", 1, 2), ("chi-1", 0, 2)]);
        assert_eq!(names(&list(TaskFilter { order: TaskOrder::Hardest, ..base() }).await.0)[5], "cobra-1");
        assert_eq!(names(&list(TaskFilter { band: Some(Band::Medium), ..base() }).await.0), ["cobra-2"]);
        assert_eq!(list(TaskFilter { band: Some(Band::Nobody), ..base() }).await.1, 4);

        // An evaluation that is not on the board changes nothing.
        let (_, third) = queued(&db, &world, "Third", &["chi-1"]).await;
        drain(&db, Outcome::Passed).await;
        assert_eq!(list(TaskFilter { band: Some(Band::Nobody), ..base() }).await.1, 4);
        db.store.finish_evaluation(third, scored(vec![])).await.unwrap();
        let (tasks, _) = list(TaskFilter { band: Some(Band::Hard), ..base() }).await;
        assert!(tasks.is_empty(), "one of three is more than a quarter");
    }

    async fn a_version_without_images_can_be_read_and_is_not_runnable(db) {
        let benchmark = db.store.ensure_benchmark(new_benchmark("release")).await.unwrap();
        let mut repository = new_repository(Language::Go, "cobra", 2);
        repository.image = None;
        let version = NewVersion { repositories: vec![repository], ..new_version(benchmark, "release") };
        let id = db.store.create_version(version).await.unwrap();
        let record = db.store.benchmark(&"release".parse().unwrap()).await.unwrap().unwrap().version.unwrap();
        assert!(!record.runnable);
        assert_eq!(record.languages, [(Language::Go, 2)]);
        assert_eq!(db.store.repositories(id).await.unwrap()[0].0.image, None);
        let (tasks, _) = db.store.list_tasks(id, TaskFilter::default()).await.unwrap();
        assert_eq!(tasks[0].repository.image, None);
        let files = db.store.repository_files(tasks[0].task.repository).await.unwrap();
        assert_eq!(files.into_iter().collect::<Vec<_>>(), [("src/cobra.txt".to_owned(), "text of cobra\n".to_owned())]);

        let other = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
        db.store.create_version(new_version(other, "f")).await.unwrap();
        assert!(db.store.benchmark(&"starter".parse().unwrap()).await.unwrap().unwrap().version.unwrap().runnable);
    }
}
