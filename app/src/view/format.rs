//! Figures as the board and the task pages show them.

use domain::Limits;

use super::words::thousands;

/// A count with its noun: `1 entry`, `14 entries`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// A percentage as tables have it: two decimals, no sign.
pub fn percent(value: f64) -> String {
    format!("{value:.2}")
}

/// A limit, which is set in binary units: `2 GiB`, `512 MiB`, `1.5 KiB`.
pub fn binary_size(n: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let text = format!("{value:.1}");
    format!("{} {}", text.strip_suffix(".0").unwrap_or(&text), UNITS[unit])
}

/// What a suite may use, in one line.
pub fn limits_line(limits: &Limits) -> String {
    format!(
        "build {} s, run {} s, {} memory, {} files, {} cores, {} processes, no network",
        limits.build_seconds,
        limits.run_seconds,
        binary_size(limits.memory_bytes),
        binary_size(limits.work_bytes),
        f64::from(limits.cpu_millis) / 1000.0,
        limits.processes,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!([0, 1, 3642].map(|n| counted(n, "task", "tasks")), ["0 tasks", "1 task", "3,642 tasks"]);
    }

    #[test]
    fn sizes() {
        let cases = [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (512 << 20, "512 MiB"), (2 << 30, "2 GiB")];
        for (n, text) in cases {
            assert_eq!(binary_size(n), text);
        }
    }
}
