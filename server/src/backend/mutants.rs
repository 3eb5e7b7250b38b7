//! Mutants as readers see them: whole lines before and after.

use app::ports::MutantChange;
use domain::{Mutant, MutantStatus, MutationRun, TaskMutants};

/// Changes of a task's mutants, by line: those that are used, with what a suite made of them, then those that are not.
pub(super) fn changes(file_text: &str, mutants: &TaskMutants, run: Option<&MutationRun>) -> Vec<MutantChange> {
    let status = |number| {
        let result = run?.results.iter().find(|result| result.number == number)?;
        Some(result.status)
    };
    let used = mutants.valid.iter().filter_map(|mutant| change(file_text, mutant, status(mutant.number), None));
    let unused = mutants
        .invalid
        .iter()
        .filter_map(|invalid| change(file_text, &invalid.mutant, None, Some(invalid.reason.clone())));
    let mut changes: Vec<MutantChange> = used.collect();
    changes.sort_by_key(|change| change.line);
    let mut unused: Vec<MutantChange> = unused.collect();
    unused.sort_by_key(|change| change.line);
    changes.extend(unused);
    changes
}

/// The lines that a mutant touches, as they are and as they become, without their common indentation.
fn change(
    file_text: &str,
    mutant: &Mutant,
    status: Option<MutantStatus>,
    invalid: Option<String>,
) -> Option<MutantChange> {
    let (start, end) = (mutant.start as usize, mutant.end as usize);
    let first = file_text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let last = file_text.get(end..)?.find('\n').map_or(file_text.len(), |at| end + at);
    let before = file_text.get(first..last)?;
    let after = [file_text.get(first..start)?, &mutant.replacement, file_text.get(end..last)?].concat();
    let clip = |text: &str| text.trim().chars().take(400).collect::<String>();
    Some(MutantChange {
        operator: mutant.operator,
        line: mutant.line,
        before: clip(before),
        after: clip(&after),
        status,
        invalid,
    })
}

#[cfg(test)]
mod tests {
    use domain::{InvalidMutant, MutantResult, MutationOperator};

    use super::*;

    const FILE: &str = "a {\n\tif x < y {\n\t\tgo()\n\t}\n}\n";

    fn mutant(number: u16, line: u32, piece: &str, replacement: &str) -> Mutant {
        let start = FILE.find(piece).unwrap() as u32;
        let end = start + piece.len() as u32;
        let replacement = replacement.to_owned();
        Mutant { number, operator: MutationOperator::Relational, line, start, end, replacement }
    }

    #[test]
    fn whole_lines_by_line_and_unused_ones_last() {
        let mutants = TaskMutants {
            valid: vec![mutant(0, 3, "go()", ""), mutant(2, 2, "<", ">=")],
            invalid: vec![InvalidMutant { mutant: mutant(1, 1, "a", "b"), reason: "no".into() }],
        };
        let run = MutationRun {
            results: vec![MutantResult { number: 2, status: MutantStatus::Killed, millis: 1 }],
            measured: true,
            reads_source: false,
        };
        let seen: Vec<_> = changes(FILE, &mutants, Some(&run))
            .into_iter()
            .map(|c| (c.line, c.before, c.after, c.status, c.invalid))
            .collect();
        let text = str::to_owned;
        assert_eq!(
            seen,
            [
                (2, text("if x < y {"), text("if x >= y {"), Some(MutantStatus::Killed), None),
                (3, text("go()"), text(""), None, None),
                (1, text("a {"), text("b {"), None, Some(text("no"))),
            ]
        );
    }
}
