//! Whether the kernel killed something for memory.

use std::fs;

/// Files in which the kernel counts kills, by cgroup version; the container sees its own group at the top.
const COUNTERS: [&str; 2] = ["/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"];

/// Processes of this container that were killed for memory so far; 0 where the engine shows no counter (gVisor).
pub(crate) fn kills() -> u64 {
    COUNTERS.iter().find_map(|path| fs::read_to_string(path).ok().and_then(|text| counter(&text))).unwrap_or(0)
}

fn counter(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_cgroup_versions_are_understood() {
        assert_eq!(counter("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n"), Some(3));
        assert_eq!(counter("low 0\nhigh 0\nmax 41\noom 2\noom_kill 2\noom_group_kill 0\n"), Some(2));
        assert_eq!(counter("oom_kill_disable 0\nunder_oom 0\n"), None);
    }
}
