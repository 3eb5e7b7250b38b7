//! The first process of an evaluator container; see the crate's README.

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::process::ExitCode;

use supervisor::{Areas, Territory};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The worker keeps the end of this stream to explain why a container ended.
            let _ = writeln!(io::stderr(), "assay-supervisor: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some("--version") {
        println!("assay-supervisor {} (protocol {})", env!("CARGO_PKG_VERSION"), supervisor::protocol::PROTOCOL);
        return Ok(());
    }
    // Anywhere else this program would kill whatever else its user runs.
    if !rustix::process::getpid().is_init() {
        return Err("this must be the first process of a container: it kills every other process it can reach".into());
    }
    if !rustix::process::getuid().is_root() || !supervisor::has_exactly_the_rights_it_needs()? {
        return Err("this must run as root with the capabilities SETUID, SETGID and KILL and no other".into());
    }
    let _low = supervisor::keep_low_descriptors()?;
    supervisor::hide_from_suites()?;
    let territory = Territory::of_container()?;
    supervisor::serve(io::stdin().as_fd(), &mut io::stdout().lock(), &Areas::of_container(), &territory)?;
    Ok(())
}
