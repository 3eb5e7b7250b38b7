//! Whether two entries differ, by the tasks that only one of them solves.

use super::special::erfc;

/// Up to so many discordant tasks the exact test is taken. It is never wrong; the corrected chi-square is an
/// approximation that comes ever closer, and above this nothing that is printed differs.
pub const EXACT_UP_TO: u64 = 1_000;

/// Which of the two p-values is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum McNemarMethod {
    /// Two-sided binomial.
    Exact,
    /// Chi-square with continuity correction.
    ChiSquare,
}

/// Two entries on the same tasks: how many only one of them solves (McNemar 1947).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct McNemar {
    pub only_a: u64,
    pub only_b: u64,
}

impl McNemar {
    /// Counts what the two solve, task by task in the same order; `None` when the lists are of different length.
    pub fn of(a: &[bool], b: &[bool]) -> Option<Self> {
        (a.len() == b.len()).then(|| {
            let count = |left: &[bool], right: &[bool]| left.iter().zip(right).filter(|(l, r)| **l && !**r).count();
            Self { only_a: count(a, b) as u64, only_b: count(b, a) as u64 }
        })
    }

    /// Tasks that exactly one of them solves.
    pub const fn discordant(self) -> u64 {
        self.only_a + self.only_b
    }

    /// Two-sided p of the exact binomial test; 1 when there is no discordant task (Q-48: the reference finds identical
    /// vectors to differ).
    pub fn exact_p(self) -> f64 {
        let n = self.discordant();
        let k = self.only_a.min(self.only_b);
        if 2 * k >= n {
            return 1.0;
        }
        // The largest term of the tail in logarithms, and the others relative to it.
        let log_choose: f64 = (1..=k).map(|i| ((n - k + i) as f64 / i as f64).ln()).sum();
        let largest = (log_choose - n as f64 * std::f64::consts::LN_2).exp();
        let mut term = 1.0;
        let mut sum = 1.0;
        for i in (1..=k).rev() {
            term *= i as f64 / (n - i + 1) as f64;
            sum += term;
        }
        (2.0 * largest * sum).min(1.0)
    }

    /// The chi-square statistic with continuity correction, `(|b - c| - 1)² / (b + c)`; 0 when nothing is discordant.
    pub fn chi_square(self) -> f64 {
        let n = self.discordant();
        if n == 0 {
            return 0.0;
        }
        (self.only_a.abs_diff(self.only_b) as f64 - 1.0).powi(2) / n as f64
    }

    /// The p-value to show, and how it was found: exact up to [`EXACT_UP_TO`] discordant tasks, corrected chi-square
    /// above.
    pub fn p(self) -> (f64, McNemarMethod) {
        if self.discordant() <= EXACT_UP_TO {
            (self.exact_p(), McNemarMethod::Exact)
        } else {
            (chi_square_p(self.chi_square()), McNemarMethod::ChiSquare)
        }
    }
}

/// The share of a chi-square distribution of one degree of freedom that is above `statistic`.
pub fn chi_square_p(statistic: f64) -> f64 {
    erfc((statistic.max(0.0) / 2.0).sqrt())
}

/// Holm's step-down correction: the smallest of m p-values is multiplied by m, the next by m - 1 and so on, none gets
/// smaller than one before it, and none above 1. In the order of `p`.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![0.0; p.len()];
    let mut floor = 0.0_f64;
    for (position, &i) in order.iter().enumerate() {
        floor = floor.max((p.len() - position) as f64 * p[i]).min(1.0);
        corrected[i] = floor;
    }
    corrected
}
