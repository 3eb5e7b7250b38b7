//! What a suite may use. The vendor cannot set any of it.

use serde::{Deserialize, Serialize};

/// Resource limits of one benchmark version, stored with every evaluation (invariant 3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Wall-clock seconds for building a suite.
    pub build_seconds: u32,
    /// Wall-clock seconds for one run of a suite.
    pub run_seconds: u32,
    /// Memory of the whole container in bytes; swap is the same, so none is added.
    pub memory_bytes: u64,
    /// Size in bytes of the writable work area (a tmpfs, counted as memory too).
    pub work_bytes: u64,
    /// Processor share in thousandths of one core.
    pub cpu_millis: u32,
    /// Number of processes and threads.
    pub processes: u32,
    /// Number of open files of one process.
    pub open_files: u32,
    /// Size in bytes of the largest file that may be written.
    pub file_bytes: u64,
    /// Bytes that a suite may print before it is stopped with `output_limit`.
    pub output_bytes: u64,
    /// Bytes of a log that are kept: the head and the tail, with a note of what was cut.
    pub log_bytes: u64,
    /// Mutants per task that a passing suite is asked about; 0 for none.
    #[serde(default = "default_mutants")]
    pub mutants: u16,
    /// How often a passing suite is run again, in another order where the framework has one.
    #[serde(default)]
    pub repeats: u16,
}

const fn default_mutants() -> u16 {
    24
}

impl Default for Limits {
    /// The limits of the starter benchmark.
    fn default() -> Self {
        Self {
            build_seconds: 60,
            run_seconds: 20,
            memory_bytes: 2 << 30,
            work_bytes: 512 << 20,
            cpu_millis: 2000,
            processes: 256,
            open_files: 1024,
            file_bytes: 256 << 20,
            output_bytes: 8 << 20,
            log_bytes: 64 << 10,
            mutants: default_mutants(),
            repeats: 0,
        }
    }
}

// One list of names for the type, the comparison and the maximum.
macro_rules! repository_limits {
    ($($field:ident: $number:ty),* $(,)?) => {
        /// Limits of one repository where they are wider than those of the benchmark version; the names and meanings
        /// are those of [`Limits`]. How many mutants and repeats there are is the benchmark's alone.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct RepositoryLimits {
            $(
                #[doc = concat!("In place of [`Limits::", stringify!($field), "`], where that is less.")]
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $field: Option<$number>,
            )*
        }

        impl RepositoryLimits {
            /// Whether the limits are the benchmark's own.
            pub fn is_empty(&self) -> bool {
                *self == Self::default()
            }

            /// The first limit that is less than the benchmark's: its name, its value and the benchmark's.
            pub fn narrowed(&self, benchmark: &Limits) -> Option<(&'static str, u64, u64)> {
                $(
                    if let Some(own) = self.$field && own < benchmark.$field {
                        return Some((stringify!($field), u64::from(own), u64::from(benchmark.$field)));
                    }
                )*
                None
            }
        }

        impl Limits {
            /// These limits, with each one that is wider in `repository` in its place; none gets narrower.
            #[must_use]
            pub fn widened(&self, repository: &RepositoryLimits) -> Self {
                Self {
                    $($field: repository.$field.map_or(self.$field, |own| own.max(self.$field)),)*
                    ..self.clone()
                }
            }
        }
    };
}

repository_limits! {
    build_seconds: u32,
    run_seconds: u32,
    memory_bytes: u64,
    work_bytes: u64,
    cpu_millis: u32,
    processes: u32,
    open_files: u32,
    file_bytes: u64,
    output_bytes: u64,
    log_bytes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_widens_and_never_narrows() {
        let benchmark = Limits { build_seconds: 60, memory_bytes: 2 << 30, mutants: 3, ..Limits::default() };
        assert_eq!(benchmark.widened(&RepositoryLimits::default()), benchmark);
        let own = RepositoryLimits {
            build_seconds: Some(180),
            run_seconds: Some(benchmark.run_seconds),
            memory_bytes: Some(1 << 30),
            ..RepositoryLimits::default()
        };
        assert_eq!(benchmark.widened(&own), Limits { build_seconds: 180, ..benchmark.clone() });
        assert_eq!(own.narrowed(&benchmark), Some(("memory_bytes", 1 << 30, 2 << 30)));
        assert_eq!(RepositoryLimits { memory_bytes: None, ..own }.narrowed(&benchmark), None);
    }

    #[test]
    fn only_known_limits_of_resources_are_read() {
        let read = |json: &str| serde_json::from_str::<RepositoryLimits>(json);
        let own = read(r#"{"work_bytes":1073741824}"#).unwrap();
        assert_eq!(own, RepositoryLimits { work_bytes: Some(1 << 30), ..RepositoryLimits::default() });
        assert_eq!(serde_json::to_string(&own).unwrap(), r#"{"work_bytes":1073741824}"#);
        for (json, name) in [(r#"{"build_secs":1}"#, "build_secs"), (r#"{"mutants":1}"#, "mutants")] {
            let error = read(json).unwrap_err().to_string();
            assert!(error.starts_with(&format!("unknown field `{name}`, expected one of `build_seconds`")), "{error}");
        }
    }
}
