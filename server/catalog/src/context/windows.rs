//! Windows of lines over a repository, as retrieval ranks them (xrepotest.md §7).

use std::collections::{BTreeMap, HashMap};

use domain::FocalFunction;

use super::ContextSettings;

/// Where a window's text stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: String,
    /// First line (1-based).
    pub start_line: u32,
    /// Last line (1-based, inclusive).
    pub end_line: u32,
}

impl Place {
    /// Whether it holds a line of the focal function. Both ranges are 1-based and inclusive; the reference compares
    /// 0-based half-open ranges with such ones and is off by one at both ends.
    pub fn overlaps(&self, focal: &FocalFunction) -> bool {
        self.path == focal.path && self.start_line <= focal.end_line && focal.start_line <= self.end_line
    }
}

/// A text with every place where it stands; texts that are equal are one window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    pub text: String,
    /// In the order of files and lines, never empty.
    pub places: Vec<Place>,
}

/// All windows of the files: around every `stride`th line a half of the lines before it and a half from it on, shorter
/// at the ends of a file. Windows that are blank are left out.
pub(super) fn windows(files: &BTreeMap<String, String>, settings: &ContextSettings) -> Vec<Window> {
    let size = settings.window_lines.max(1) as usize;
    let stride = settings.window_stride.max(1) as usize;
    let before = size / 2;
    let mut windows: Vec<Window> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (path, text) in files {
        let lines: Vec<&str> = text.lines().collect();
        for anchor in (0..lines.len()).step_by(stride) {
            let start = anchor.saturating_sub(before);
            let end = (anchor + size - before).min(lines.len());
            let text = lines[start..end].join("\n");
            if text.trim().is_empty() {
                continue;
            }
            let place = Place { path: path.clone(), start_line: start as u32 + 1, end_line: end as u32 };
            if let Some(&n) = known.get(&text) {
                windows[n].places.push(place);
            } else {
                known.insert(text.clone(), windows.len());
                windows.push(Window { text, places: vec![place] });
            }
        }
    }
    windows
}

/// Numbers, ascending, of the windows that stand nowhere but over the focal function.
pub(super) fn hidden(windows: &[Window], focal: &FocalFunction) -> Vec<usize> {
    let over = |window: &Window| window.places.iter().all(|place| place.overlaps(focal));
    windows.iter().enumerate().filter(|(_, window)| over(window)).map(|(n, _)| n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[(&str, &str)]) -> BTreeMap<String, String> {
        texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    fn settings(window_lines: u32, window_stride: u32) -> ContextSettings {
        ContextSettings { window_lines, window_stride, top: 10 }
    }

    fn ranges(windows: &[Window]) -> Vec<(u32, u32)> {
        windows.iter().map(|window| (window.places[0].start_line, window.places[0].end_line)).collect()
    }

    #[test]
    fn windows_are_centred_and_clipped() {
        let text: String = (1..=10).map(|n| format!("{n}\n")).collect();
        // By the reference's rule [a − ⌊W/2⌋, a + W − ⌊W/2⌋), 0-based, for a = 0, 3, 6, 9 and W = 5.
        assert_eq!(ranges(&windows(&files(&[("a", &text)]), &settings(5, 3))), [(1, 3), (2, 6), (5, 9), (8, 10)]);
        assert_eq!(ranges(&windows(&files(&[("a", &text)]), &settings(4, 5))), [(1, 2), (4, 7)]);
    }

    #[test]
    fn blank_windows_go_and_equal_ones_are_one() {
        let found = windows(&files(&[("a", "x\n\n\n\ny\n"), ("b", "x\n"), ("c", " \n\t\n")]), &settings(1, 1));
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].text, "x");
        let places: Vec<_> = found[0].places.iter().map(|place| (place.path.as_str(), place.start_line)).collect();
        assert_eq!(places, [("a", 1), ("b", 1)]);
    }

    #[test]
    fn overlap_is_right_at_both_ends() {
        let focal = super::super::tests::focal("a.go", 10, 20);
        let place = |path: &str, start_line, end_line| Place { path: path.into(), start_line, end_line };
        assert!(place("a.go", 5, 10).overlaps(&focal));
        assert!(place("a.go", 20, 30).overlaps(&focal));
        assert!(place("a.go", 12, 13).overlaps(&focal));
        assert!(!place("a.go", 5, 9).overlaps(&focal));
        assert!(!place("a.go", 21, 30).overlaps(&focal));
        assert!(!place("b.go", 12, 13).overlaps(&focal));
    }

    #[test]
    fn a_text_that_also_stands_elsewhere_is_not_hidden() {
        let found = windows(&files(&[("a.go", "same\n"), ("b.go", "same\n"), ("c.go", "else\n")]), &settings(1, 1));
        assert!(hidden(&found, &super::super::tests::focal("a.go", 1, 1)).is_empty());
        assert_eq!(hidden(&found, &super::super::tests::focal("c.go", 1, 1)), [1]);
    }
}
