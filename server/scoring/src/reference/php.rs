//! PHP: the clover report of PHPUnit (xrepotest.md §3.4).

use super::coverage::{LineRange, ReferenceCoverage, forward, last_two};
use super::numbers::whole;
use super::xml::{Event, events};

/// Line coverage of the focal range from a clover report (§3.4).
///
/// A file belongs to the focal one if its name contains either of the last two components of the focal path, so
/// every file below `src` does for `src/Foo.php`; the lines of all of them are put together. Only lines of type
/// `stmt` count. A report that is no well-formed XML gives 0 of 0.
pub fn php_clover(report: &str, focal_path: &str, focal: &LineRange) -> ReferenceCoverage {
    let Ok(events) = events(report) else { return ReferenceCoverage::default() };
    let path = forward(focal_path);
    let mut files: Vec<bool> = Vec::new();
    let mut lines = Vec::new();
    for event in &events {
        match event {
            Event::Start { name, attributes } if name == "file" => {
                let file = forward(attribute(attributes, "name").unwrap_or_default());
                files.push(last_two(&path).any(|part| file.contains(part)));
            }
            Event::End { name } if name == "file" => drop(files.pop()),
            Event::Start { name, attributes } if name == "line" && files.contains(&true) => {
                lines.extend(statement(attributes, focal));
            }
            Event::Start { .. } | Event::End { .. } => {}
        }
    }
    ReferenceCoverage::of(lines.into_iter())
}

fn attribute<'a>(attributes: &'a [(String, String)], name: &str) -> Option<&'a str> {
    attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// A statement of the focal range, and whether it ran; a number that is none makes the line be skipped.
fn statement(attributes: &[(String, String)], focal: &LineRange) -> Option<(u32, bool)> {
    let number = |name| attribute(attributes, name).map_or(Some(0), whole);
    let (line, count) = (u32::try_from(number("num")?).ok()?, number("count")?);
    (attribute(attributes, "type") == Some("stmt") && focal.contains(&line)).then_some((line, count > 0))
}
