//! The schema comes up on both databases, once and again, and protects what it must.

use domain::Role;
use store::{DatabaseKind, Store};

use crate::fixture::{new_benchmark, world};
use crate::support::Db;

/// Every table of the README.
const TABLES: [&str; 20] = [
    "audit_events",
    "benchmark_versions",
    "benchmarks",
    "entry_figures",
    "evaluations",
    "jobs",
    "leaderboard_entries",
    "metrics",
    "models",
    "outcomes",
    "published_tables",
    "repositories",
    "sessions",
    "setup_tokens",
    "source_files",
    "submissions",
    "suites",
    "tasks",
    "users",
    "workers",
];

on_both! {
    async fn all_tables_exist(db) {
        for table in TABLES {
            assert!(db.count(&format!("SELECT COUNT(*) FROM {table}")).await >= 0);
        }
        assert_eq!(db.count("SELECT COUNT(*) FROM _sqlx_migrations WHERE success").await, 9);
        db.store.ping().await.unwrap();
    }

    async fn opening_again_keeps_everything(db) {
        let before = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
        let again = Store::connect(&db.url).await.unwrap();
        assert_eq!(again.kind(), db.store.kind());
        assert_eq!(again.benchmark(&"starter".parse().unwrap()).await.unwrap().unwrap().id, before);
        again.close().await;
    }

    async fn the_audit_log_can_only_grow(db) {
        world(&db).await;
        let before = db.store.audit_events(100).await.unwrap();
        assert!(before.len() >= 4, "{before:?}");
        let mut refused = vec!["UPDATE audit_events SET reason = 'x'", "DELETE FROM audit_events"];
        if db.store.kind() == DatabaseKind::Postgres {
            refused.push("TRUNCATE audit_events");
        }
        for sql in refused {
            let error = db.raw(sql).await.unwrap_err().to_string();
            assert!(error.contains("audit_events is append only"), "{sql}: {error}");
        }
        assert_eq!(db.store.audit_events(100).await.unwrap(), before);
    }

    async fn foreign_keys_hold(db) {
        world(&db).await;
        // Through the store's own connections: SQLite checks foreign keys only where a connection asks for it.
        let unknown = domain::BenchmarkId::new();
        let submission = store::NewSubmission {
            user: domain::UserId::new(),
            ..crate::fixture::new_submission(&world_again(&db).await, "m", vec![])
        };
        let error = db.store.create_submission(submission).await.unwrap_err().to_string();
        assert!(error.to_lowercase().contains("foreign key"), "{error}");
        assert!(db.store.create_version(crate::fixture::new_version(unknown, "f")).await.is_err());
    }

    async fn several_servers_open_a_database_at_once(db) {
        let openers: Vec<_> = (0..4)
            .map(|_| {
                let url = db.url.clone();
                tokio::spawn(async move { Store::connect(&url).await.map(|_| ()) })
            })
            .collect();
        for opener in openers {
            opener.await.unwrap().unwrap();
        }
    }
}

/// The world of a database that has one already.
async fn world_again(db: &Db) -> crate::fixture::World {
    let record = db.store.benchmark(&"starter".parse().unwrap()).await.unwrap().unwrap();
    let vendor = db.store.credentials(&"vendor@example.org".parse().unwrap()).await.unwrap().unwrap().0;
    assert_eq!(vendor.role, Role::Vendor);
    crate::fixture::World {
        benchmark: record.id,
        version: record.version.unwrap().id,
        vendor: vendor.id,
        maintainer: vendor.id,
    }
}

/// A new SQLite file that several servers open before any of them has made its tables.
#[tokio::test(flavor = "multi_thread")]
async fn several_servers_make_a_new_file_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("new/assay.db").display());
    let openers: Vec<_> = (0..4)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { Store::connect(&url).await.map(|_| ()) })
        })
        .collect();
    for opener in openers {
        opener.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn an_unreachable_server_is_named_without_its_password() {
    let error = Store::connect("postgres://assay:hunter2@127.0.0.1:1/assay").await.err().unwrap().to_string();
    assert!(error.contains("postgres://127.0.0.1:1/assay"), "{error}");
    assert!(!error.contains("hunter2"), "{error}");
}
