//! Published entries beside verified ones.

use domain::{ContextMode, EntrySource, Language, Metric, Outcome, Scope, Timestamp};
use store::{PublishedEntry, StoreError};

use crate::fixture::{drain, queued, scored, world};

/// A row of the paper's table (Yi-Coder (9B), Rust, standard: CSR 26.42, TPR 1.50).
fn yi_coder() -> PublishedEntry {
    PublishedEntry {
        model: "Yi-Coder (9B)".parse().unwrap(),
        provider: "01.AI".into(),
        link: "https://huggingface.co/01-ai/Yi-Coder-9B-Chat".into(),
        open_weights: true,
        mode: ContextMode::Standard,
        added: Timestamp(1_700_000_000_000),
        figures: vec![
            (Scope::Language(Language::Rust), Metric::Tpr, 1.5, 600),
            (Scope::Language(Language::Rust), Metric::Csr, 26.42, 600),
        ],
    }
}

fn in_mode(mode: ContextMode) -> PublishedEntry {
    PublishedEntry { mode, ..yi_coder() }
}

on_both! {
    async fn published_entries_are_loaded_once(db) {
        let world = world(&db).await;
        let slug = "starter".parse().unwrap();
        let entries = vec![yi_coder(), in_mode(ContextMode::Lsp), in_mode(ContextMode::File)];
        assert_eq!(db.store.ensure_published(world.benchmark, entries.clone()).await.unwrap(), 3);
        let loaders: Vec<_> = (0..3)
            .map(|_| {
                let (store, entries, benchmark) = (db.store.clone(), entries.clone(), world.benchmark);
                tokio::spawn(async move { store.ensure_published(benchmark, entries).await.unwrap() })
            })
            .collect();
        for loader in loaders {
            assert_eq!(loader.await.unwrap(), 0);
        }
        assert_eq!(
            db.store.entry_mode_counts(&slug).await.unwrap(),
            [(ContextMode::Standard, 1), (ContextMode::File, 1), (ContextMode::Lsp, 1)]
        );
        let board = db.store.board_entries(&slug, ContextMode::Standard).await.unwrap();
        assert_eq!(board.len(), 1);
        let entry = &board[0];
        assert_eq!((entry.model.as_str(), entry.provider.as_str(), entry.open_weights), ("Yi-Coder (9B)", "01.AI", true));
        assert_eq!((entry.source, entry.submission, entry.added.0), (EntrySource::Published, None, 1_700_000_000_000));
        let rust = Scope::Language(Language::Rust);
        assert_eq!(entry.figures, [(rust, Metric::Csr, 26.42, 600), (rust, Metric::Tpr, 1.5, 600)]);
        assert_eq!(db.store.board_entries(&slug, ContextMode::RagBm25).await.unwrap(), []);
        assert_eq!(db.store.board_entries(&"nothing".parse().unwrap(), ContextMode::Standard).await.unwrap(), []);
        assert_eq!(db.store.benchmark(&slug).await.unwrap().unwrap().entries, 3);
    }

    async fn corrected_figures_leave_a_trace(db) {
        let world = world(&db).await;
        db.store.ensure_published(world.benchmark, vec![yi_coder()]).await.unwrap();
        db.pass_seconds(5);
        let mut corrected = yi_coder();
        corrected.figures[0].2 = 1.6;
        assert_eq!(db.store.ensure_published(world.benchmark, vec![corrected]).await.unwrap(), 1);
        let slug = "starter".parse().unwrap();
        let board = db.store.board_entries(&slug, ContextMode::Standard).await.unwrap();
        assert_eq!(board[0].figures[1], (Scope::Language(Language::Rust), Metric::Tpr, 1.6, 600));
        assert_eq!(db.store.benchmark(&slug).await.unwrap().unwrap().updated, db.now());
        let event = &db.store.audit_events(1).await.unwrap()[0];
        assert_eq!((event.action.as_str(), event.subject.as_str()), ("entry.corrected", board[0].id.to_string().as_str()));
        assert_eq!(event.before, "rust csr 26.42 (n 600), rust tpr 1.5 (n 600)");
        assert_eq!(event.after, "rust csr 26.42 (n 600), rust tpr 1.6 (n 600)");
    }

    async fn bad_figures_are_refused_whole(db) {
        let world = world(&db).await;
        let mut twice = in_mode(ContextMode::Lsp);
        twice.figures.push(twice.figures[0]);
        let mut infinite = in_mode(ContextMode::File);
        infinite.figures[0].2 = f64::INFINITY;
        for bad in [twice, infinite] {
            let error = db.store.ensure_published(world.benchmark, vec![yi_coder(), bad]).await.unwrap_err();
            assert!(matches!(error, StoreError::Invalid(_)), "{error}");
        }
        assert_eq!(db.count("SELECT COUNT(*) FROM leaderboard_entries").await, 0);
        let unknown = db.store.ensure_published(domain::BenchmarkId::new(), vec![]).await;
        assert!(matches!(unknown, Err(StoreError::NotFound { .. })));
    }

    async fn a_vendor_cannot_change_what_is_said_of_a_model(db) {
        let world = world(&db).await;
        db.store.ensure_published(world.benchmark, vec![yi_coder()]).await.unwrap();
        for _ in 0..2 {
            let (_, evaluation) = queued(&db, &world, "Yi-Coder (9B)", &["chi-1"]).await;
            drain(&db, Outcome::Passed).await;
            db.store.finish_evaluation(evaluation, scored(vec![])).await.unwrap();
        }
        let board = db.store.board_entries(&"starter".parse().unwrap(), ContextMode::Standard).await.unwrap();
        let sources: Vec<_> = board.iter().map(|entry| entry.source).collect();
        assert_eq!(sources, [EntrySource::Published, EntrySource::Verified, EntrySource::Verified]);
        assert!(board.iter().all(|entry| entry.provider == "01.AI" && entry.open_weights));
        assert_eq!(board[0].figures.len(), 2);
        // The same rows by model and by id.
        assert_eq!(db.store.model_entries(&"Yi-Coder (9B)".parse().unwrap()).await.unwrap(), board);
        assert_eq!(db.store.entry(board[1].id).await.unwrap().as_ref(), Some(&board[1]));
        assert!(board[1].evaluation.is_some() && board[0].evaluation.is_none());
        assert_eq!(db.store.model_entries(&"Nobody".parse().unwrap()).await.unwrap(), []);
        assert_eq!(db.store.entry(domain::EntryId::new()).await.unwrap(), None);
    }

    async fn solved_tasks_are_over_the_full_list(db) {
        let world = world(&db).await;
        let (_, evaluation) = queued(&db, &world, "M", &["chi-1"]).await;
        drain(&db, Outcome::Passed).await;
        let (version, tasks) = db.store.solved_tasks(evaluation).await.unwrap();
        assert_eq!(version, world.version);
        let all: u64 = db.store.version_task_count(evaluation).await.unwrap().iter().map(|row| row.tasks).sum();
        assert_eq!(tasks.len() as u64, all);
        let solved: Vec<_> = tasks.iter().filter(|task| task.passed).map(|task| task.key.to_string()).collect();
        assert_eq!(solved, ["chi-1"]);
        let nothing = db.store.solved_tasks(domain::EvaluationId::new()).await;
        assert!(matches!(nothing, Err(StoreError::NotFound { .. })));
    }
}
