//! How two columns of figures go together. A constant column goes with nothing: there is no value then, not 0.

/// Pearson's r; `None` for columns of different length, for fewer than two rows and for a constant column.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() || x.len() < 2 {
        return None;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(y).map(|(a, b)| f(a - mean_x, b - mean_y)).sum::<f64>();
    let is_constant = |values: &[f64]| values.iter().all(|&value| sign(value, values[0]) == 0);
    if is_constant(x) || is_constant(y) {
        return None;
    }
    let norm = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    let r = sum(&|a, b| a * b) / norm;
    r.is_finite().then(|| r.clamp(-1.0, 1.0))
}

/// Spearman's rho: Pearson's r of the ranks, where equal values share the mean of their ranks.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    pearson(&mean_ranks(x), &mean_ranks(y))
}

/// Kendall's tau-b, which allows for ties.
pub fn kendall(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() || x.len() < 2 || x.iter().chain(y).any(|value| value.is_nan()) {
        return None;
    }
    // Ordered pairs, untied pairs of x, untied pairs of y.
    let (mut balance, mut of_x, mut of_y) = (0_i64, 0_i64, 0_i64);
    for i in 0..x.len() {
        for j in 0..i {
            let (dx, dy) = (sign(x[i], x[j]), sign(y[i], y[j]));
            balance += dx * dy;
            of_x += dx.abs();
            of_y += dy.abs();
        }
    }
    (of_x > 0 && of_y > 0).then(|| balance as f64 / (of_x as f64 * of_y as f64).sqrt())
}

/// 1, 0 or -1 as `a` is above, equal to or below `b`.
fn sign(a: f64, b: f64) -> i64 {
    i64::from(a > b) - i64::from(a < b)
}

/// Ranks from 1; equal values get the mean of the ranks that they take.
fn mean_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let same = order[start..].iter().take_while(|&&i| sign(values[i], values[order[start]]) == 0).count().max(1);
        let rank = start as f64 + f64::midpoint(same as f64, 1.0);
        for &i in &order[start..start + same] {
            ranks[i] = rank;
        }
        start += same;
    }
    ranks
}
