//! Collects what is wrong, keeping a bounded number of examples and exact totals.

use domain::{LineProblem, ProblemKind, Severity};

/// Problems in the order found; at most `kept` of each severity.
pub(crate) struct Problems {
    kept: usize,
    errors: Vec<LineProblem>,
    warnings: Vec<LineProblem>,
    pub(crate) errors_total: u64,
    pub(crate) warnings_total: u64,
}

impl Problems {
    pub(crate) const fn new(kept: usize) -> Self {
        Self { kept, errors: Vec::new(), warnings: Vec::new(), errors_total: 0, warnings_total: 0 }
    }

    pub(crate) fn error(&mut self, line: Option<u64>, kind: ProblemKind, task: Option<String>, message: String) {
        self.errors_total += 1;
        let problem = LineProblem { line, severity: Severity::Error, kind, task, message };
        if problem.line.is_none() {
            // About the file as a whole: it comes first, and is kept however many lines are wrong.
            self.errors.insert(0, problem);
            self.errors.truncate(self.kept);
        } else if self.errors.len() < self.kept {
            self.errors.push(problem);
        }
    }

    pub(crate) fn warning(&mut self, line: u64, kind: ProblemKind, task: &str, message: String) {
        self.warnings_total += 1;
        if self.warnings.len() < self.kept {
            self.warnings.push(LineProblem {
                line: Some(line),
                severity: Severity::Warning,
                kind,
                task: Some(task.to_owned()),
                message,
            });
        }
    }

    /// Errors first, each severity by line.
    pub(crate) fn into_list(self) -> Vec<LineProblem> {
        self.errors.into_iter().chain(self.warnings).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_the_whole_file_is_never_left_out() {
        let mut problems = Problems::new(2);
        for line in 1..=5 {
            problems.error(Some(line), ProblemKind::NotJson, None, "not JSON".to_owned());
        }
        problems.error(None, ProblemKind::TooManyLines, None, "too many lines".to_owned());
        assert_eq!(problems.errors_total, 6);
        let lines: Vec<_> = problems.into_list().into_iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [None, Some(1)]);
    }
}
