//! Ruby: the JSON of `Coverage.result` and of SimpleCov (xrepotest.md §3.5).

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::coverage::{LineRange, ReferenceCoverage, forward, last_two};

/// Line coverage of the focal range from the JSON of `Coverage.result`; `None` where the reference gives up (§3.5).
///
/// The first file counts whose path is the focal path, contains its base name anywhere, or contains the whole of
/// it: for `lib/a.rb`, `lib/data.rb` may be found first. Without such a file there are 0 lines of 0, which
/// the reference takes for a measurement.
pub fn ruby_coverage_result(json: &str, focal_path: &str, focal: &LineRange) -> Option<ReferenceCoverage> {
    let Ordered(files) = serde_json::from_str(json).ok()?;
    let base_name = focal_path.rsplit('/').next().unwrap_or(focal_path);
    // A path that contains the focal path contains its base name, so these two tests are all three.
    let Some((_, lines)) = files.iter().find(|(name, _)| name == focal_path || name.contains(base_name)) else {
        return Some(ReferenceCoverage::default());
    };
    let lines = lines.get("lines").unwrap_or(lines);
    // `null` is taken for a file without lines.
    let counted = if lines.is_null() { Vec::new() } else { counted(lines, focal)? };
    Some(ReferenceCoverage::of(counted.into_iter()))
}

/// Line coverage of the focal range from SimpleCov's result set (§9). The reference tests this rule, but does not
/// use it.
///
/// Files of all suites are put together that contain either of the last two components of the focal path. One
/// wrong form anywhere gives 0 of 0; newer result sets, which hold `lines` in an object, have no lines at all.
pub fn ruby_result_set(set: &Value, focal_path: &str, focal: &LineRange) -> ReferenceCoverage {
    suites_of(set, focal_path, focal).unwrap_or_default()
}

fn suites_of(set: &Value, focal_path: &str, focal: &LineRange) -> Option<ReferenceCoverage> {
    let path = forward(focal_path);
    let mut lines = Vec::new();
    for suite in set.as_object()?.values() {
        let Some(files) = suite.as_object()?.get("coverage") else { continue };
        for (name, counts) in files.as_object()? {
            let name = forward(name);
            if last_two(&path).any(|part| name.contains(part)) {
                lines.extend(counted(counts, focal)?);
            }
        }
    }
    Some(ReferenceCoverage::of(lines.into_iter()))
}

/// The executable lines of the range (`null` is none), and whether they ran; `None` where a count is no number.
fn counted(lines: &Value, focal: &LineRange) -> Option<Vec<(u32, bool)>> {
    let is_asked = |count: usize| (1..=count as u32).any(|line| focal.contains(&line));
    match lines {
        Value::Array(lines) => (1..)
            .zip(lines)
            .filter(|(line, count)| focal.contains(line) && !count.is_null())
            .map(|(line, count)| Some((line, count.as_f64()? > 0.0)))
            .collect(),
        // Python goes through the keys or characters, and fails at the first in the range.
        Value::Object(fields) => (!is_asked(fields.len())).then(Vec::new),
        Value::String(text) => (!is_asked(text.chars().count())).then(Vec::new),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// The fields of an object in the order in which they were written, which decides what is found first.
struct Ordered(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of files")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut fields: Vec<(String, Value)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    // A name that comes twice keeps its first place and its last value.
                    match fields.iter_mut().find(|(known, _)| *known == key) {
                        Some(field) => field.1 = value,
                        None => fields.push((key, value)),
                    }
                }
                Ok(Ordered(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}
