//! Seeded resampling. The generator is written out so that a published interval never changes with a library.

/// Number of resamples behind every interval.
pub(crate) const RESAMPLES: usize = 10_000;

/// SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, every seed is good.
#[derive(Debug, Clone)]
pub(crate) struct Generator(u64);

impl Generator {
    /// A generator of its own for every text, by FNV-1a.
    pub(crate) fn seeded(text: &str) -> Self {
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Self(hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in `0..n`; `n` is at least 1. The bias of at most n / 2^64 is far below what 10,000 resamples can show.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// Shares of passing tasks in resamples of `n` tasks of which `passing` pass.
pub(crate) fn resampled_shares(passing: u64, n: u64, generator: &mut Generator) -> Vec<f64> {
    if n == 0 || passing == 0 || passing >= n {
        let constant = if n > 0 && passing >= n { 1.0 } else { 0.0 };
        return vec![constant; RESAMPLES];
    }
    let cumulative = binomial_cumulative(passing as f64 / n as f64, n);
    (0..RESAMPLES)
        .map(|_| {
            let u = generator.uniform();
            let k = cumulative.partition_point(|&c| c <= u).min(n as usize);
            k as f64 / n as f64
        })
        .collect()
}

/// `P(X <= i)` for X ~ Binomial(n, p), by the ratio of neighbouring terms in logarithms.
fn binomial_cumulative(p: f64, n: u64) -> Vec<f64> {
    let odds = p.ln() - (-p).ln_1p();
    let mut log_term = n as f64 * (-p).ln_1p();
    let mut sum = 0.0;
    (0..=n)
        .map(|i| {
            if i > 0 {
                log_term += ((n - i + 1) as f64).ln() - (i as f64).ln() + odds;
            }
            sum += log_term.exp();
            sum
        })
        .collect()
}

/// The 2.5 and 97.5 percentiles (linear interpolation).
pub(crate) fn percentile_interval(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    (quantile(&values, 0.025), quantile(&values, 0.975))
}

fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let position = q * last as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * (position - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_agree_with_independent_ones() {
        // Computed with numpy; tolerances are given in the file.
        let data: serde_json::Value =
            serde_json::from_str(include_str!("../tests/data/proportion_intervals.json")).unwrap();
        for case in data.as_array().unwrap() {
            let number = |key: &str| case[key].as_f64().unwrap();
            let mut generator = Generator::seeded("proportion");
            let shares = resampled_shares(number("successes") as u64, number("n") as u64, &mut generator);
            let (low, high) = percentile_interval(shares);
            // A percentile of a discrete distribution may sit on either side of a step of 1/n.
            let tolerance = number("tolerance").max(1.0 / number("n"));
            assert!((low - number("bootstrap_low")).abs() <= tolerance + 1e-12, "{case} low {low}");
            assert!((high - number("bootstrap_high")).abs() <= tolerance + 1e-12, "{case} high {high}");
        }
    }

    #[test]
    fn quantiles_interpolate() {
        // numpy.quantile([1, 2, 3, 4], [0.025, 0.975]) = [1.075, 3.925]
        let (low, high) = percentile_interval(vec![4.0, 1.0, 3.0, 2.0]);
        assert!((low - 1.075).abs() < 1e-12 && (high - 3.925).abs() < 1e-12);
    }
}
