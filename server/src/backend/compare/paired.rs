//! Paired tests over the outcomes of the same tasks.

use app::error::AppError;
use app::ports::{OnlySolved, Paired, PairedTest};
use domain::{EvaluationId, Language};
use scoring::statistics::{McNemar, holm};
use store::{EntryRecord, SolvedRow};

use crate::backend::Backend;
use crate::backend::faults::internal;

/// Tasks that a list shows.
const SHOWN: usize = 50;

impl Backend {
    /// Tests over the tasks of the entries, or why there are none.
    pub(super) async fn paired(&self, entries: &[EntryRecord]) -> Result<Result<Paired, String>, AppError> {
        match self.solved(entries).await? {
            Ok(solved) => Ok(Ok(tests(&solved))),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// What each entry made of every task, all in the same order; or why that is not known.
    pub(in crate::backend) async fn solved(
        &self,
        entries: &[EntryRecord],
    ) -> Result<Result<Vec<Vec<SolvedRow>>, String>, AppError> {
        let evaluations: Vec<EvaluationId> = entries.iter().filter_map(|entry| entry.evaluation).collect();
        if evaluations.len() < entries.len() {
            return Ok(Err(
                "A paired test needs to know what each entry made of every task. Published entries give rates, \
                 not outcomes, so there is none; intervals that overlap do not show a difference."
                    .to_owned(),
            ));
        }
        let (mut versions, mut solved) = (Vec::new(), Vec::new());
        for evaluation in evaluations {
            let (version, tasks) = self.store.solved_tasks(evaluation).await.map_err(internal)?;
            versions.push(version);
            solved.push(tasks);
        }
        if versions.iter().any(|version| *version != versions[0]) {
            return Ok(Err(
                "These entries were evaluated on different versions of the benchmark, whose tasks differ, so \
                 there is no paired test."
                    .to_owned(),
            ));
        }
        Ok(Ok(solved))
    }
}

fn tests(solved: &[Vec<SolvedRow>]) -> Paired {
    let mut paired = Paired::default();
    for a in 0..solved.len() {
        for b in a + 1..solved.len() {
            let all = fourfold(a, b, None, solved);
            let own = Language::ALL.iter().map(|language| fourfold(a, b, Some(*language), solved));
            paired.tests.push(all);
            let by_language: Vec<PairedTest> =
                own.filter(|test| test.both + test.only_a + test.only_b + test.neither > 0).collect();
            // With one language it would be the same test twice.
            if by_language.len() > 1 {
                paired.tests.extend(by_language);
            }
            paired.only.push(only(a, b, solved));
            paired.only.push(only(b, a, solved));
        }
    }
    let raw: Vec<f64> = paired.tests.iter().map(|test| test.p).collect();
    for (test, corrected) in paired.tests.iter_mut().zip(holm(&raw)) {
        test.p_holm = corrected;
    }
    paired
}

fn fourfold(a: usize, b: usize, language: Option<Language>, solved: &[Vec<SolvedRow>]) -> PairedTest {
    let mut test = PairedTest { a, b, language, both: 0, only_a: 0, only_b: 0, neither: 0, p: 1.0, p_holm: 1.0 };
    for (first, second) in solved[a].iter().zip(&solved[b]) {
        if language.is_some_and(|language| first.language != language) {
            continue;
        }
        let cell = match (first.passed, second.passed) {
            (true, true) => &mut test.both,
            (true, false) => &mut test.only_a,
            (false, true) => &mut test.only_b,
            (false, false) => &mut test.neither,
        };
        *cell += 1;
    }
    test.p = McNemar { only_a: test.only_a, only_b: test.only_b }.p().0;
    test
}

fn only(entry: usize, other: usize, solved: &[Vec<SolvedRow>]) -> OnlySolved {
    let mut tasks: Vec<_> = solved[entry]
        .iter()
        .zip(&solved[other])
        .filter(|(own, others)| own.passed && !others.passed)
        .map(|(own, _)| own.key.clone())
        .collect();
    let total = tasks.len() as u64;
    tasks.truncate(SHOWN);
    OnlySolved { entry, other, tasks, total }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn rows(passed: &[(Language, bool)]) -> Vec<SolvedRow> {
        passed
            .iter()
            .enumerate()
            .map(|(i, (language, passed))| SolvedRow {
                key: format!("t-{i}").parse().unwrap(),
                language: *language,
                passed: *passed,
            })
            .collect()
    }

    #[test]
    fn tasks_are_counted_in_four_fields() {
        use Language::{Go, Ruby};
        let a = rows(&[(Go, true), (Go, true), (Go, false), (Ruby, true), (Ruby, false)]);
        let b = rows(&[(Go, true), (Go, false), (Go, false), (Ruby, false), (Ruby, true)]);
        let paired = tests(&[a, b]);
        let counts: Vec<_> = paired.tests.iter().map(|t| (t.language, t.both, t.only_a, t.only_b, t.neither)).collect();
        assert_eq!(counts, [(None, 1, 2, 1, 1), (Some(Go), 1, 1, 0, 1), (Some(Ruby), 0, 1, 1, 0)]);
        let lists: Vec<_> =
            paired.only.iter().map(|only| (only.entry, only.total, only.tasks[0].to_string())).collect();
        assert_eq!(lists, [(0, 2, "t-1".to_owned()), (1, 1, "t-4".to_owned())]);
        // Two against one, exact and two-sided: p = 1; nothing is left after the correction either.
        assert!(paired.tests.iter().all(|test| (test.p - 1.0).abs() < 1e-12 && (test.p_holm - 1.0).abs() < 1e-12));
    }
}
