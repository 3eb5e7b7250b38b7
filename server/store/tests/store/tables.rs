//! Tables of a paper are kept as they were printed.

use store::{PublishedTable, StoreError};

use crate::fixture::world;

fn table(cells: &[[&str; 2]]) -> PublishedTable {
    PublishedTable {
        name: "repair".into(),
        source: "XRepoTest, table A.7".into(),
        columns: vec!["before".into(), "after".into()],
        rows: cells.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect(),
    }
}

on_both! {
    async fn a_table_is_stored_once_and_corrected_with_a_trace(db) {
        let world = world(&db).await;
        let slug = "starter".parse().unwrap();
        let before = db.store.data_version(&slug).await.unwrap();
        let printed = table(&[["25.9", "52.4"], ["", "“—”"]]);
        assert_eq!(db.store.ensure_tables(world.benchmark, vec![printed.clone()]).await.unwrap(), 1);
        assert_eq!(db.store.ensure_tables(world.benchmark, vec![printed.clone()]).await.unwrap(), 0);
        assert_eq!(db.store.published_table(&slug, "repair").await.unwrap(), Some(printed));
        let loaded = db.store.data_version(&slug).await.unwrap();
        assert_ne!(before, loaded);

        db.pass_seconds(1);
        let corrected = table(&[["25.9", "52.5"]]);
        assert_eq!(db.store.ensure_tables(world.benchmark, vec![corrected.clone()]).await.unwrap(), 1);
        assert_eq!(db.store.published_table(&slug, "repair").await.unwrap(), Some(corrected));
        assert_ne!(db.store.data_version(&slug).await.unwrap(), loaded);
        let events = db.store.audit_events(2).await.unwrap();
        assert_eq!(events[0].action, "table.corrected");
        assert!(events[0].before.contains("52.4") && events[0].after.contains("52.5"));
    }

    async fn what_is_no_table_is_refused(db) {
        let world = world(&db).await;
        let mut ragged = table(&[["1", "2"]]);
        ragged.rows[0].pop();
        let error = db.store.ensure_tables(world.benchmark, vec![ragged]).await.unwrap_err();
        assert!(matches!(&error, StoreError::Invalid(_)), "{error:?}");
        assert_eq!(db.store.published_table(&"starter".parse().unwrap(), "repair").await.unwrap(), None);
        assert_eq!(db.store.published_table(&"nowhere".parse().unwrap(), "repair").await.unwrap(), None);
        assert_eq!(db.store.data_version(&"nowhere".parse().unwrap()).await.unwrap(), "");
    }
}
