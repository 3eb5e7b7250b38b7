//! Points in time, kept as whole milliseconds and shown in UTC.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::macros::format_description;

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The present moment, by the clock of this machine.
    #[cfg(feature = "generate")]
    pub fn now() -> Self {
        let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }

    /// This moment plus a number of seconds, which may be negative.
    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1000)))
    }

    fn date_time(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(self.0.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }

    /// For readers: `3 Sep 2026, 13:58 UTC`.
    pub fn display(self) -> String {
        self.date_time()
            .format(format_description!("[day padding:none] [month repr:short] [year], [hour]:[minute] UTC"))
            .unwrap_or_default()
    }

    /// For readers, without the time of day: `3 Sep 2026`.
    pub fn display_date(self) -> String {
        self.date_time().format(format_description!("[day padding:none] [month repr:short] [year]")).unwrap_or_default()
    }

    /// For machines: `2026-09-03T13:58:00Z`.
    pub fn rfc3339(self) -> String {
        self.date_time()
            .format(format_description!("[year]-[month]-[day]T[hour]:[minute]:[second]Z"))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn shows_utc() {
        // 1_788_443_880 s = 2026-09-03T13:58:00Z (date -u -d @1788443880)
        let moment = Timestamp(1_788_443_880_000);
        assert_eq!(moment.display(), "3 Sep 2026, 13:58 UTC");
        assert_eq!(moment.display_date(), "3 Sep 2026");
        assert_eq!(moment.rfc3339(), "2026-09-03T13:58:00Z");
    }

    #[test]
    fn rounds_down_before_1970() {
        assert_eq!(Timestamp(-1).rfc3339(), "1969-12-31T23:59:59Z");
    }
}
