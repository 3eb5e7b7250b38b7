//! Intervals of differences between two runs of which only rates are known.

/// Standard normal quantile of 97.5 %.
const Z: f64 = 1.959_963_984_540_054;

/// A rate: how many of how many tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rate {
    pub(super) met: f64,
    pub(super) n: f64,
}

impl Rate {
    /// From a percentage over `n` tasks; `None` over no tasks.
    pub(super) fn of(percent: f64, n: u64) -> Option<Self> {
        let n = n as f64;
        (n > 0.0 && percent.is_finite()).then(|| Self { met: (percent * n / 100.0).round(), n })
    }

    fn share(self) -> f64 {
        self.met / self.n
    }

    /// Wilson's score interval.
    fn interval(self) -> (f64, f64) {
        let (p, n) = (self.share(), self.n);
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}

/// The mean difference `a − b` over strata with its 95 % interval, in points: Newcombe's hybrid score interval (1998,
/// method 10), put together over strata by the recovery of variance estimates (Zou and Donner 2008). It takes the two
/// runs as independent, because what each made of the same task is not published; `None` without strata.
pub(super) fn difference(strata: &[(Rate, Rate)]) -> Option<(f64, f64, f64)> {
    if strata.is_empty() {
        return None;
    }
    let (mut sum, mut below, mut above) = (0.0, 0.0, 0.0);
    for (a, b) in strata {
        let ((a_low, a_high), (b_low, b_high)) = (a.interval(), b.interval());
        sum += a.share() - b.share();
        below += (a.share() - a_low).powi(2) + (b_high - b.share()).powi(2);
        above += (a_high - a.share()).powi(2) + (b.share() - b_low).powi(2);
    }
    let scale = 100.0 / strata.len() as f64;
    Some((sum * scale, (sum - below.sqrt()) * scale, (sum + above.sqrt()) * scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_newcombe() {
        // Newcombe 1998, table II, case (a): 56/70 − 48/80 = 0.2, method 10: 0.0524 to 0.3339.
        let (value, low, high) = difference(&[(Rate { met: 56.0, n: 70.0 }, Rate { met: 48.0, n: 80.0 })]).unwrap();
        assert!((value - 20.0).abs() < 1e-9);
        assert!((low - 5.24).abs() < 0.005 && (high - 33.39).abs() < 0.005, "{low} {high}");
        // Case (h): 10/10 − 0/10 = 1, method 10: 0.6075 to 1.
        let (_, low, high) = difference(&[(Rate { met: 10.0, n: 10.0 }, Rate { met: 0.0, n: 10.0 })]).unwrap();
        assert!((low - 60.75).abs() < 0.005 && (high - 100.0).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn equal_strata_narrow_the_interval_by_the_root_of_their_number() {
        let pair = (Rate { met: 56.0, n: 70.0 }, Rate { met: 48.0, n: 80.0 });
        let one = difference(&[pair]).unwrap();
        let four = difference(&[pair; 4]).unwrap();
        assert!((four.0 - one.0).abs() < 1e-9);
        assert!(((one.0 - one.1) / (four.0 - four.1) - 2.0).abs() < 1e-9);
        assert_eq!(difference(&[]), None);
        assert_eq!(Rate::of(12.0, 0), None);
    }
}
