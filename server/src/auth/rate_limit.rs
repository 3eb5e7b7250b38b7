//! How often somebody may try: token buckets in memory, for a bounded number of keys.
//!
//! They slow down guessing; they are not an account of anything, so a restart may forget them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Keys that are remembered at the same time in one limit.
const KEYS: usize = 20_000;

/// Too many tries; the next one is allowed after this many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limited {
    pub retry_after_seconds: u64,
}

/// One bucket per key: `burst` tries at once, and a new one every `refill`.
#[derive(Debug)]
pub struct RateLimit {
    burst: f64,
    refill: Duration,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl RateLimit {
    pub fn new(burst: u32, refill: Duration) -> Self {
        Self { burst: f64::from(burst), refill, buckets: Mutex::new(HashMap::new()) }
    }

    /// Counts one try.
    pub fn take(&self, key: &str) -> Result<(), Limited> {
        self.take_at(key, Instant::now())
    }

    fn take_at(&self, key: &str, now: Instant) -> Result<(), Limited> {
        // A panic elsewhere cannot leave a bucket half written, so a poisoned lock is still good.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= KEYS && !buckets.contains_key(key) {
            self.make_room(&mut buckets, now);
        }
        let bucket = buckets.entry(key.to_owned()).or_insert(Bucket { tokens: self.burst, at: now });
        bucket.tokens = self.level(*bucket, now);
        bucket.at = now;
        if bucket.tokens >= 1.0 {
            bucket.tokens -= 1.0;
            Ok(())
        } else {
            let seconds = (1.0 - bucket.tokens) * self.refill.as_secs_f64();
            Err(Limited { retry_after_seconds: seconds.ceil() as u64 })
        }
    }

    fn level(&self, bucket: Bucket, now: Instant) -> f64 {
        let gained = now.saturating_duration_since(bucket.at).as_secs_f64() / self.refill.as_secs_f64();
        (bucket.tokens + gained).min(self.burst)
    }

    /// Forgets full buckets, which say nothing; when none is full, those nearest to it.
    fn make_room(&self, buckets: &mut HashMap<String, Bucket>, now: Instant) {
        buckets.retain(|_, bucket| self.level(*bucket, now) < self.burst);
        if buckets.len() >= KEYS {
            let mut levels: Vec<f64> = buckets.values().map(|bucket| self.level(*bucket, now)).collect();
            let middle = levels.len() / 2;
            let (_, median, _) = levels.select_nth_unstable_by(middle, f64::total_cmp);
            let median = *median;
            let mut surplus = KEYS / 2;
            buckets.retain(|_, bucket| {
                let forget = surplus > 0 && self.level(*bucket, now) >= median;
                surplus -= usize::from(forget);
                !forget
            });
        }
    }
}

/// The limits of the site.
#[derive(Debug)]
pub struct RateLimits {
    sign_in_account: RateLimit,
    sign_in_address: RateLimit,
    register: RateLimit,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            sign_in_account: RateLimit::new(10, Duration::from_mins(1)),
            sign_in_address: RateLimit::new(100, Duration::from_secs(6)),
            register: RateLimit::new(30, Duration::from_mins(1)),
        }
    }
}

impl RateLimits {
    /// One try to sign in to an account from an address. Counted per pair, so that strangers cannot lock an owner out.
    pub fn sign_in(&self, email: &str, from: IpAddr) -> Result<(), Limited> {
        let from = network(from);
        self.sign_in_address.take(&from)?;
        // The key is cut so that long texts do not fill the memory.
        let email: String = email.trim().to_lowercase().chars().take(254).collect();
        self.sign_in_account.take(&format!("{from} {email}"))
    }

    /// One try to make an account from an address, with or without a setup link.
    pub fn register(&self, from: IpAddr) -> Result<(), Limited> {
        self.register.take(&network(from))
    }
}

/// IPv6 users have whole networks of /64 to themselves, so these count as one.
fn network(address: IpAddr) -> String {
    match address {
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_none() => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        other => other.to_canonical().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_one_per_refill() {
        let limit = RateLimit::new(3, Duration::from_secs(10));
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(limit.take_at("a", start), Ok(()));
        }
        assert_eq!(limit.take_at("a", start), Err(Limited { retry_after_seconds: 10 }));
        assert_eq!(limit.take_at("b", start), Ok(()));
        assert_eq!(limit.take_at("a", start + Duration::from_secs(4)), Err(Limited { retry_after_seconds: 6 }));
        assert_eq!(limit.take_at("a", start + Duration::from_secs(11)), Ok(()));
        assert!(limit.take_at("a", start + Duration::from_secs(11)).is_err());
    }

    #[test]
    fn memory_is_bounded_and_the_exhausted_stay_known() {
        let limit = RateLimit::new(2, Duration::from_hours(1));
        let now = Instant::now();
        for _ in 0..3 {
            let _ = limit.take_at("guesser", now);
        }
        for i in 0..3 * KEYS {
            let _ = limit.take_at(&format!("key {i}"), now);
        }
        assert!(limit.buckets.lock().unwrap().len() <= KEYS);
        assert!(limit.take_at("guesser", now).is_err());
    }

    #[test]
    fn an_ipv6_network_is_one_visitor() {
        assert_eq!(network("2001:db8::1".parse().unwrap()), network("2001:db8::ffff".parse().unwrap()));
        assert_ne!(network("2001:db8::1".parse().unwrap()), network("2001:db8:0:1::1".parse().unwrap()));
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), "192.0.2.1");
    }
}
