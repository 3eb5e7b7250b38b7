//! How far it is, on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on a terminal; elsewhere one line now and then.
pub(super) struct Progress {
    bar: ProgressBar,
    total: u64,
    settled: u64,
    said: std::time::Instant,
}

/// Between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(10);

impl Progress {
    pub(super) fn new(total: u64) -> Self {
        let bar = ProgressBar::new(total);
        // A template that is not understood would be a mistake of ours; the plain bar does as well.
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} suites, {eta} left, {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, total, settled: 0, said: std::time::Instant::now() }
    }

    pub(super) fn settled(&mut self, suites: usize, task: &str) {
        self.settled += suites as u64;
        self.bar.inc(suites as u64);
        self.bar.set_message(task.to_owned());
        if self.bar.is_hidden() && (self.said.elapsed() >= PAUSE || self.settled == self.total) {
            eprintln!("{} of {} suites", self.settled, self.total);
            self.said = std::time::Instant::now();
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
