//! The axis that the whiskers of a column share.

/// From 0 to a round end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// In percent.
    pub end: f64,
    step: f64,
}

impl Axis {
    /// The shortest round axis that holds all `values` (percentages).
    pub fn for_values(values: impl IntoIterator<Item = f64>) -> Self {
        let highest = values.into_iter().filter(|value| value.is_finite()).fold(0.0, f64::max);
        let step = match highest {
            h if h <= 5.0 => 1.0,
            h if h <= 10.0 => 2.0,
            h if h <= 30.0 => 5.0,
            h if h <= 60.0 => 10.0,
            _ => 20.0,
        };
        let end = ((highest / step).ceil() * step).clamp(step, 100.0);
        Self { end, step }
    }

    /// Where a value stands, from 0 to 100.
    pub fn position(self, value: f64) -> f64 {
        (100.0 * value / self.end).clamp(0.0, 100.0)
    }

    /// Positions of the round values, both ends included.
    pub fn ticks(self) -> Vec<f64> {
        let count = (self.end / self.step).round() as u32;
        (0..=count).map(|i| self.position(f64::from(i) * self.step)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn ends_at_a_round_value() {
        // The mock-ups: 19.3 is drawn on 0 to 20, 29.0 on 0 to 30.
        for (highest, end) in
            [(0.0, 1.0), (0.4, 1.0), (19.3, 20.0), (29.0, 30.0), (31.0, 40.0), (78.1, 80.0), (100.0, 100.0)]
        {
            assert!((Axis::for_values([0.2, highest]).end - end).abs() < 1e-9, "{highest}");
        }
        assert!((Axis::for_values([f64::NAN, 3.0]).end - 3.0).abs() < 1e-9);
    }

    #[test]
    fn positions_stay_on_the_axis() {
        let axis = Axis::for_values([18.0]);
        assert_eq!(axis.ticks(), [0.0, 25.0, 50.0, 75.0, 100.0]);
        assert!((axis.position(25.0) - 100.0).abs() < 1e-9);
        assert!(axis.position(-1.0).abs() < 1e-9);
    }
}
