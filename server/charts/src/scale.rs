//! Numbers to positions. Mapping and round ticks are those of plotters; it maps to whole pixels, so it is asked for
//! hundredths.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{IntoLogRange, LogCoord};

/// An axis: a range of numbers over a range of pixels.
pub struct Scale {
    kind: Kind,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

enum Kind {
    Linear(RangedCoordf64),
    Log(LogCoord<f64>),
}

impl Scale {
    /// A linear axis that takes in `low` and `high`, ends on round numbers, and has about `ticks` of them.
    pub fn linear(low: f64, high: f64, from: f64, to: f64, ticks: usize) -> Self {
        let (low, high) = widened(low, high);
        let step = step(&RangedCoordf64::from(low..high).key_points(ticks.max(2)), high - low);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let (low, high) = (clean(low, step), clean(high, step));
        let count = ((high - low) / step).round() as usize;
        let ticks = (0..=count).map(|i| clean(low + step * i as f64, step)).collect();
        Self { kind: Kind::Linear(RangedCoordf64::from(low..high)), from, to, ticks }
    }

    /// A logarithmic axis from the power of ten under `low` to the one over `high`.
    pub fn log(low: f64, high: f64, from: f64, to: f64) -> Self {
        let first = low.max(1e-12).log10().floor() as i32;
        let last = (high.max(1e-12).log10().ceil() as i32).max(first + 1);
        let every = ((last - first) / 8).max(1) as usize;
        let ticks = (first..=last).step_by(every).map(|power| 10f64.powi(power)).collect();
        let coord = (10f64.powi(first)..10f64.powi(last)).log_scale().into();
        Self { kind: Kind::Log(coord), from, to, ticks }
    }

    /// The position of a number; numbers outside the axis go to its nearer end.
    pub fn at(&self, value: f64) -> f64 {
        let (first, last) = self.ends();
        let value = if value.is_finite() { value.clamp(first, last) } else { first };
        let length = ((self.to - self.from).abs() * 100.0).round() as i32;
        let mapped = match &self.kind {
            Kind::Linear(coord) => coord.map(&value, (0, length)),
            Kind::Log(coord) => coord.map(&value, (0, length)),
        };
        let away = f64::from(mapped) / 100.0;
        if self.to >= self.from { self.from + away } else { self.from - away }
    }

    /// The round numbers to mark.
    pub fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// The first and the last number of the axis.
    pub fn ends(&self) -> (f64, f64) {
        match &self.kind {
            Kind::Linear(coord) => (coord.range().start, coord.range().end),
            Kind::Log(coord) => (coord.range().start, coord.range().end),
        }
    }
}

/// A range of some length, within what can be drawn.
fn widened(low: f64, high: f64) -> (f64, f64) {
    let bounded = |value: f64| if value.is_finite() { value.clamp(-1e12, 1e12) } else { 0.0 };
    let (low, high) = (bounded(low.min(high)), bounded(low.max(high)));
    let least = (high.abs().max(low.abs()) * 1e-6).max(1e-9);
    if high - low >= least {
        (low, high)
    } else if low == 0.0 {
        (0.0, 1.0)
    } else {
        (low - least.max(1.0), high + least.max(1.0))
    }
}

fn step(points: &[f64], length: f64) -> f64 {
    match points {
        [first, second, ..] if second > first => second - first,
        _ => length,
    }
}

/// A multiple of `step` without the dust of binary fractions.
fn clean(value: f64, step: f64) -> f64 {
    let decimals = (2.0 - step.log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{value:.decimals$}").parse().unwrap_or(value)
}
