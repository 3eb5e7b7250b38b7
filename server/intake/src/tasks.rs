//! The task ids of a benchmark version.

use std::collections::BTreeMap;

use domain::{Language, TaskKey};

/// Task ids with their languages.
#[derive(Debug, Clone, Default)]
pub struct TaskIndex(BTreeMap<String, (TaskKey, Language)>);

impl FromIterator<(TaskKey, Language)> for TaskIndex {
    fn from_iter<I: IntoIterator<Item = (TaskKey, Language)>>(tasks: I) -> Self {
        Self(tasks.into_iter().map(|(key, language)| (key.to_string(), (key, language))).collect())
    }
}

impl TaskIndex {
    /// The task of an id as it was written, without surrounding space. The reference's ids are numbers, and ` 007 `
    /// and 7 are the same one (xrepotest.md §1.5).
    pub(crate) fn get(&self, id: &str) -> Option<&(TaskKey, Language)> {
        self.0.get(id).or_else(|| {
            let digits = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
            let significant = id.trim_start_matches('0');
            digits.then(|| self.0.get(if significant.is_empty() { "0" } else { significant }))?
        })
    }

    /// All tasks in key order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(TaskKey, Language)> {
        self.0.values()
    }

    /// The known id that differs least from an unknown one, if it differs in at most a third of its characters.
    pub(crate) fn nearest(&self, id: &str) -> Option<&str> {
        let most = id.chars().count().div_ceil(3);
        self.0
            .keys()
            .filter(|known| known.len().abs_diff(id.len()) <= most)
            .map(|known| (distance(id, known), known))
            .filter(|(distance, _)| *distance <= most)
            .min()
            .map(|(_, known)| known.as_str())
    }
}

/// Edit distance (insert, delete, replace).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances() {
        // The textbook pair.
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "ab"), 2);
    }

    #[test]
    fn numbers_are_one_id_however_they_are_written() {
        let index: TaskIndex = ["0", "7", "x07"].iter().map(|id| (id.parse().unwrap(), Language::Go)).collect();
        for (written, known) in [("7", Some("7")), ("007", Some("7")), ("000", Some("0")), ("x7", None), ("70", None)] {
            assert_eq!(index.get(written).map(|(key, _)| key.as_str()), known, "{written}");
        }
    }

    #[test]
    fn a_typing_error_finds_its_task() {
        let index: TaskIndex = [
            ("go-cobra-Find-1234abcd".parse().unwrap(), Language::Go),
            ("ruby-x-y-00000000".parse().unwrap(), Language::Ruby),
        ]
        .into_iter()
        .collect();
        assert_eq!(index.nearest("go-cobra-Fnid-1234abcd"), Some("go-cobra-Find-1234abcd"));
        assert_eq!(index.nearest("17"), None);
    }
}
