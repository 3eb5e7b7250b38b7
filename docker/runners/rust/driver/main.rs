//! Builds suites inside the runner image; see the README beside this folder.

mod blank;
mod build;
mod check;
mod json;
mod layout;
mod prepare;
mod rustc;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["build"] => build::build(),
        ["check"] => check::check(),
        ["prepare", manifest] => match prepare::prepare(manifest) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("driver: {error}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: driver build | check | prepare MANIFEST");
            ExitCode::from(64)
        }
    }
}
