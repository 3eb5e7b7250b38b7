//! The C side: the wrapped `main`, descriptors, and the two ways to end.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

use crate::{begin, end};

/// Where records go.
const REPORT: c_int = 3;
/// Where the framework writes its log: the step's arguments name `/proc/self/fd/9`.
const LOG: c_int = 9;
/// Exit code of the framework when a test failed.
const FAILED: c_int = 101;
const CLOSE_ON_EXEC: c_uint = 1;
const SET_DESCRIPTOR_FLAGS: c_int = 2;

static NONCE: OnceLock<String> = OnceLock::new();

unsafe extern "C" {
    fn __real_main(argc: c_int, argv: *const *const c_char) -> c_int;
    fn read(fd: c_int, buffer: *mut c_void, count: usize) -> isize;
    fn pread(fd: c_int, buffer: *mut c_void, count: usize, offset: i64) -> isize;
    fn write(fd: c_int, buffer: *const c_void, count: usize) -> isize;
    fn dup3(old: c_int, new: c_int, flags: c_int) -> c_int;
    fn close(fd: c_int) -> c_int;
    fn fcntl(fd: c_int, command: c_int, argument: c_int) -> c_int;
    fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
    fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
    fn _exit(code: c_int) -> !;
}

/// Called by the C library instead of the `main` that rustc wrote.
///
/// # Safety
/// The C library calls it once, with its arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_main(argc: c_int, argv: *const *const c_char) -> c_int {
    let order = read_all(|buffer, _| unsafe { read(0, buffer.as_mut_ptr().cast(), buffer.len()) });
    let order = String::from_utf8_lossy(&order).into_owned();
    let mut words = order.split_whitespace();
    // Without a nonce no record counts, so nothing has to be checked here.
    let _ = NONCE.set(words.next().unwrap_or_default().to_owned());
    unsafe {
        fcntl(REPORT, SET_DESCRIPTOR_FLAGS, 1);
        let log = memfd_create(c"log".as_ptr(), CLOSE_ON_EXEC);
        dup3(log, LOG, 0o2_000_000);
        close(log);
        on_exit(exiting, std::ptr::null_mut());
    }
    begin(words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let code = unsafe { __real_main(argc, argv) };
    if code == 0 || code == FAILED {
        end();
    }
    // Whatever the suite has registered for the end of the process has no say any more.
    leave(code)
}

/// The framework ends the process itself when a test failed, with this code. With any other code it was not the
/// framework, and the run has no end record.
extern "C" fn exiting(code: c_int, _: *mut c_void) {
    if code == FAILED {
        end();
    }
}

/// Ends the process at once.
pub(crate) fn leave(code: c_int) -> ! {
    unsafe { _exit(code) }
}

/// What the framework has written to its log.
pub(crate) fn framework_log() -> Vec<u8> {
    read_all(|buffer, at| unsafe { pread(LOG, buffer.as_mut_ptr().cast(), buffer.len(), at as i64) })
}

fn read_all(mut next: impl FnMut(&mut [u8], usize) -> isize) -> Vec<u8> {
    let (mut all, mut buffer) = (Vec::new(), [0; 4096]);
    // More than this no honest run has, and the report is limited too.
    while all.len() < 1 << 20 {
        match usize::try_from(next(&mut buffer, all.len())) {
            Ok(n) if n > 0 => all.extend_from_slice(&buffer[..n]),
            _ => break,
        }
    }
    all
}

/// Writes a record in one piece, so that those of two threads do not mix.
pub(crate) fn emit(record: &str) {
    let line = format!("{} {record}\n", NONCE.get().map_or("", String::as_str));
    let mut left = line.as_bytes();
    while !left.is_empty() {
        let written = unsafe { write(REPORT, left.as_ptr().cast(), left.len()) };
        match usize::try_from(written) {
            Ok(n) if n > 0 => left = &left[n..],
            // Interrupted: once more. Anything else: without its end record the run is no pass.
            _ if std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted => {}
            _ => return,
        }
    }
}
