//! Accounts, the set-up token, sessions.

use domain::{Role, Timestamp};
use store::CreateUserError;

on_both! {
    async fn an_address_is_taken_in_any_case(db) {
        let create = async |email: &str| {
            db.store.create_user(&email.parse().unwrap(), "Ada\0", "hash", Role::Vendor).await
        };
        let id = create("Ada@Example.org").await.unwrap();
        for again in ["ada@example.org", "ADA@EXAMPLE.ORG", " ada@Example.org "] {
            assert!(matches!(create(again).await, Err(CreateUserError::EmailTaken)), "{again}");
        }
        let (viewer, hash) = db.store.credentials(&"aDa@example.org".parse().unwrap()).await.unwrap().unwrap();
        assert_eq!((viewer.id, viewer.email.as_str(), viewer.role), (id, "ada@example.org", Role::Vendor));
        assert_eq!((viewer.name.as_str(), hash.as_str()), ("Ada\u{fffd}", "hash"));
        assert_eq!(db.store.viewer(id).await.unwrap(), Some(viewer));
        assert_eq!(db.store.viewer(domain::UserId::new()).await.unwrap(), None);
        assert_eq!(db.store.credentials(&"b@example.org".parse().unwrap()).await.unwrap(), None);
        assert_eq!(db.count("SELECT COUNT(*) FROM users").await, 1);
    }

    async fn an_address_is_given_to_one_of_many_at_once(db) {
        let tries: Vec<_> = (0..10)
            .map(|n| {
                let store = db.store.clone();
                tokio::spawn(async move {
                    store.create_user(&"a@example.org".parse().unwrap(), &n.to_string(), "h", Role::Vendor).await.is_ok()
                })
            })
            .collect();
        let mut made = 0;
        for result in tries {
            made += u32::from(result.await.unwrap());
        }
        assert_eq!(made, 1);
    }

    async fn the_setup_token_works_once(db) {
        assert!(!db.store.has_maintainer().await.unwrap());
        db.store.put_setup_token("old").await.unwrap();
        db.store.put_setup_token("new").await.unwrap();
        let redeem = async |hash: &str| {
            db.store.redeem_setup_token(hash, &"m@example.org".parse().unwrap(), "M", "h").await.unwrap()
        };
        assert_eq!(redeem("old").await, None, "a newer token replaced it");
        let id = redeem("new").await.unwrap();
        assert_eq!(redeem("new").await, None);
        assert_eq!(db.store.viewer(id).await.unwrap().unwrap().role, Role::Maintainer);
        assert!(db.store.has_maintainer().await.unwrap());
    }

    async fn the_setup_token_works_once_for_many_at_once(db) {
        db.store.put_setup_token("token").await.unwrap();
        let tries: Vec<_> = (0..20)
            .map(|n| {
                let store = db.store.clone();
                let email = format!("m{n}@example.org").parse().unwrap();
                tokio::spawn(async move { store.redeem_setup_token("token", &email, "M", "h").await.unwrap().is_some() })
            })
            .collect();
        let mut made = 0;
        for result in tries {
            made += u32::from(result.await.unwrap());
        }
        assert_eq!(made, 1);
        assert_eq!(db.count("SELECT COUNT(*) FROM users").await, 1);
    }

    async fn a_taken_address_does_not_use_up_the_setup_token(db) {
        let taken = "v@example.org".parse().unwrap();
        db.store.create_user(&taken, "V", "h", Role::Vendor).await.unwrap();
        db.store.put_setup_token("token").await.unwrap();
        let error = db.store.redeem_setup_token("token", &taken, "M", "h").await.unwrap_err();
        assert!(matches!(error, CreateUserError::EmailTaken));
        assert!(!db.store.has_maintainer().await.unwrap());
        let free = "m@example.org".parse().unwrap();
        assert!(db.store.redeem_setup_token("token", &free, "M", "h").await.unwrap().is_some());
    }

    async fn sessions_live_until_they_expire(db) {
        let at = Timestamp;
        assert!(db.store.create_session("a", "{}", at(100)).await.unwrap());
        assert!(!db.store.create_session("a", "{\"x\":1}", at(900)).await.unwrap(), "the id is in use");
        assert_eq!(db.store.load_session("a", at(99)).await.unwrap(), Some(("{}".into(), at(100))));
        assert_eq!(db.store.load_session("a", at(100)).await.unwrap(), None);
        db.store.save_session("a", "{\"x\":2}", at(200)).await.unwrap();
        assert_eq!(db.store.load_session("a", at(100)).await.unwrap(), Some(("{\"x\":2}".into(), at(200))));
        db.store.save_session("b", "new", at(300)).await.unwrap();
        assert_eq!(db.store.delete_expired_sessions(at(200)).await.unwrap(), 1);
        assert_eq!(db.store.load_session("a", at(0)).await.unwrap(), None);
        db.store.delete_session("b").await.unwrap();
        db.store.delete_session("b").await.unwrap();
        assert_eq!(db.count("SELECT COUNT(*) FROM sessions").await, 0);
    }
}
