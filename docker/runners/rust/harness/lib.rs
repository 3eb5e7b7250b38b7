//! What the evaluator links into every test binary. It stands in front of the `main` that rustc writes for tests (the
//! linker is told `--wrap=main`), so that it reads the order before anything of the suite can and writes the end
//! record only when the test framework itself came to its end. Records go to descriptor 3, one line each: nonce, kind,
//! fields; texts in hexadecimal behind an `x`. What the suite prints is not looked at.

mod outcome;
mod sys;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering::Relaxed};
use std::time::Instant;

pub use outcome::Outcome;

/// Statements that can be counted.
pub const PROBES: usize = 4096;
/// The number of no mutant.
const NONE: u16 = u16::MAX;

/// Which statements of the focal function have run.
static HITS: [AtomicU8; PROBES] = [const { AtomicU8::new(0) }; PROBES];
/// The task whose suite is run. Suites of several tasks can be in one binary, and this process is that of one.
static TASK: AtomicU16 = AtomicU16::new(0);
/// Whether the focal function fails at entry.
static CONTROL: AtomicBool = AtomicBool::new(false);
/// The mutant that is switched on.
static MUTANT: AtomicU16 = AtomicU16::new(NONE);

/// What stands in the focal function of the task with this number. In the runs of every other it does nothing.
pub struct Task<const NUMBER: u16>;

impl<const NUMBER: u16> Task<NUMBER> {
    #[inline]
    fn is_meant() -> bool {
        TASK.load(Relaxed) == NUMBER
    }

    /// Counts a statement of the focal function.
    #[inline]
    pub fn hit(number: usize) {
        if Self::is_meant() {
            HITS[number].store(1, Relaxed);
        }
    }

    /// Stands at the entry of the focal function.
    #[inline]
    pub fn enter() {
        if CONTROL.load(Relaxed) && Self::is_meant() {
            panic!("assay: control");
        }
    }

    /// The number of the mutant that is switched on.
    #[inline]
    pub fn mutant() -> u16 {
        if Self::is_meant() { MUTANT.load(Relaxed) } else { NONE }
    }
}

/// Runs one test: reports its begin, how it ended and what it said.
pub fn test<R: Outcome>(name: &str, should_panic: bool, body: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    begun(name);
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(value) => {
            let failure = value.failure().or(should_panic.then(|| "it did not panic".to_owned()));
            ended(name, failure.is_none(), start, failure.as_deref().unwrap_or_default());
            value
        }
        Err(payload) => {
            ended(name, should_panic, start, &message(&*payload));
            resume_unwind(payload)
        }
    }
}

/// The same for tests whose body cannot become a closure: reports when it is dropped.
pub struct Guard {
    name: &'static str,
    should_panic: bool,
    start: Instant,
}

/// Begins a test that ends when the guard is dropped.
pub fn guard(name: &'static str, should_panic: bool) -> Guard {
    begun(name);
    Guard { name, should_panic, start: Instant::now() }
}

impl Drop for Guard {
    fn drop(&mut self) {
        ended(self.name, std::thread::panicking() == self.should_panic, self.start, "");
    }
}

fn begun(name: &str) {
    sys::emit(&format!("begin {}", hex(name.as_bytes())));
}

fn ended(name: &str, passed: bool, start: Instant, message: &str) {
    let kind = if passed { "passed" } else { "failed" };
    let message = if passed { "x".to_owned() } else { text(message) };
    let millis = start.elapsed().as_millis();
    sys::emit(&format!("{kind} {} {millis} {message} {}", hex(name.as_bytes()), hits()));
    stop_at_first_failure(!passed);
}

/// One failing test is all that has to be known of a mutant.
fn stop_at_first_failure(failed: bool) {
    if failed && MUTANT.load(Relaxed) != NONE {
        sys::leave(101);
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    let said = payload.downcast_ref::<&str>().map(|s| (*s).to_owned()).or_else(|| payload.downcast_ref().cloned());
    said.unwrap_or_else(|| "a panic with a value that is no text".to_owned())
}

fn text(said: &str) -> String {
    hex(said.as_bytes().get(..4000).unwrap_or(said.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from(b"0123456789abcdef"[usize::from(n)]);
    let digits = bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    std::iter::once('x').chain(digits).collect()
}

/// Numbers of the statements that have run.
fn hits() -> String {
    if MUTANT.load(Relaxed) != NONE {
        return "l".to_owned();
    }
    let ran = HITS.iter().enumerate().filter(|(_, hit)| hit.load(Relaxed) != 0);
    ran.fold("l".to_owned(), |list, (number, _)| format!("{list}{number},"))
}

/// Which task a run belongs to, and its mode: `baseline`, `control`, or the number of a mutant.
fn begin(task: &str, mode: &str) {
    TASK.store(task.parse().unwrap_or(NONE), Relaxed);
    // What ran while the binary was loaded does not count.
    HITS.iter().for_each(|hit| hit.store(0, Relaxed));
    MUTANT.store(mode.parse().unwrap_or(NONE), Relaxed);
    CONTROL.store(mode == "control", Relaxed);
}

/// What the test framework itself wrote of each test, and the end.
fn end() {
    sys::emit(&format!("log {}", hex(&sys::framework_log())));
    sys::emit(&format!("end {}", hits()));
}
