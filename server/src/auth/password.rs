//! Password rules and argon2id hashes.

use std::sync::Arc;

use anyhow::Context as _;
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// Fewest and most characters of a password.
const LENGTH: std::ops::RangeInclusive<usize> = 10..=200;

/// Memory in KiB, passes and lanes: the second recommendation of OWASP's password storage cheat sheet.
const COST: (u32, u32, u32) = (19_456, 2, 1);

/// A password as typed. It has no `Display`, and its `Debug` shows nothing.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// A new password: 10 to 200 characters.
    pub fn new(text: &str) -> Result<Self, String> {
        let length = text.chars().count();
        if length < *LENGTH.start() {
            Err(format!("Use at least {} characters; this one has {length}.", LENGTH.start()))
        } else if length > *LENGTH.end() {
            Err(format!("Use at most {} characters; this one has {length}.", LENGTH.end()))
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// A password to be compared. One that cannot be right is kept empty, so that it costs no more than any other.
    pub fn attempt(text: &str) -> Self {
        Self::new(text).unwrap_or(Self(String::new()))
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Hashes and compares passwords, a few at a time: each takes 19 MiB and some 20 ms of a processor.
#[derive(Clone)]
pub struct Passwords {
    argon: Arc<Argon2<'static>>,
    gate: Arc<Semaphore>,
    /// Compared with when there is no such account, so that the answer takes as long.
    dummy: Arc<str>,
}

impl Passwords {
    /// With at most `at_once` hashes computed at the same time.
    pub fn new(at_once: usize) -> anyhow::Result<Self> {
        let (memory, passes, lanes) = COST;
        let params = Params::new(memory, passes, lanes, None).context("argon2 parameters")?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let dummy = hash(&argon, &hex::encode(rand::random::<[u8; 16]>()))?;
        Ok(Self { argon: Arc::new(argon), gate: Arc::new(Semaphore::new(at_once.max(1))), dummy: dummy.into() })
    }

    /// The hash to store, in PHC text form.
    pub async fn hash(&self, password: Password) -> anyhow::Result<String> {
        let argon = Arc::clone(&self.argon);
        self.blocking(move || hash(&argon, &password.0)).await?
    }

    /// Whether `password` is the stored one. Does the same work when nothing is stored.
    pub async fn verify(&self, password: Password, stored: Option<String>) -> anyhow::Result<bool> {
        let argon = Arc::clone(&self.argon);
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.dummy.to_string());
        self.blocking(move || {
            let hash = PasswordHash::new(&stored).map_err(|error| anyhow::anyhow!("stored password hash: {error}"))?;
            Ok(argon.verify_password(password.0.as_bytes(), &hash).is_ok() && known)
        })
        .await?
    }

    async fn blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let permit = Arc::clone(&self.gate).acquire_owned().await.context("password gate")?;
        // The permit goes along: the work is not stopped when the visitor hangs up and this future is dropped.
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work).await.context("password task")
    }
}

fn hash(argon: &Argon2<'_>, password: &str) -> anyhow::Result<String> {
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>()).map_err(|error| anyhow::anyhow!("salt: {error}"))?;
    argon
        .hash_password(password.as_bytes(), &salt)
        .map(|hash| hash.to_string())
        .map_err(|error| anyhow::anyhow!("password hash: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{Password, Passwords};

    #[test]
    fn length_is_counted_in_characters() {
        assert!(Password::new("ääääääääää").is_ok());
        assert!(Password::new("123456789").unwrap_err().contains("at least 10"));
        assert!(Password::new(&"x".repeat(201)).unwrap_err().contains("at most 200"));
        assert_eq!(format!("{:?}", Password::new("0123456789").unwrap()), "Password(…)");
    }

    #[tokio::test]
    async fn visitors_who_hang_up_do_not_make_room() {
        let passwords = Passwords::new(1).unwrap();
        let running = passwords.gate.clone();
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let work = passwords.blocking(move || wait.recv().is_ok());
        // The visitor hangs up: the future is dropped while its work waits in another thread.
        assert!(tokio::time::timeout(std::time::Duration::from_millis(50), work).await.is_err());
        assert_eq!(running.available_permits(), 0);
        release.send(()).unwrap();
        assert!(running.acquire().await.is_ok());
    }

    #[tokio::test]
    async fn hashes_are_argon2id_and_only_the_right_password_matches() {
        let passwords = Passwords::new(2).unwrap();
        let stored = passwords.hash(Password::new("correct horse").unwrap()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify(Password::attempt("correct horse"), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify(Password::attempt("correct horsf"), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify(Password::attempt(""), Some(stored)).await.unwrap());
        assert!(!passwords.verify(Password::attempt("correct horse"), None).await.unwrap());
    }
}
