//! placeholder
use store::NewSuite;
use domain::*;
pub struct Checked { pub report: UploadReport, pub suites: Vec<NewSuite> }
pub fn check_file(_file: std::fs::File, _tasks: &[(TaskKey, Language)], _limit: u64) -> std::io::Result<Checked> { Err(std::io::Error::other("x")) }
