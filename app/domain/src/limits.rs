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
