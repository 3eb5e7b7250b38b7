//! The order of a board whose metrics are data, and its form in the URL.

use std::cmp::Ordering;

use super::query::address;
use crate::ports::Sheet;

/// By which metric the rows are ordered, and whether in the other than its first order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SheetView {
    /// Position of the metric.
    pub metric: usize,
    pub reversed: bool,
}

impl SheetView {
    /// Reads the parameters of a URL; what cannot be understood keeps its default and is reported.
    pub fn parse<'a>(sheet: &Sheet, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Vec<String>) {
        let (mut view, mut problems) = (Self::default(), Vec::new());
        for (key, value) in pairs {
            match key {
                "sort" => match sheet.metrics.iter().position(|metric| metric.key == value) {
                    Some(metric) => view.metric = metric,
                    None => problems.push(format!("In the address, `sort`: `{value}` is no metric of this board.")),
                },
                "order" if value == "reversed" => view.reversed = true,
                "order" => problems.push(format!("In the address, `order`: `{value}` is not `reversed`.")),
                _ => {}
            }
        }
        (view, problems)
    }

    /// The address below the path of the board; defaults are left out.
    pub fn address(self, sheet: &Sheet, path: &str) -> String {
        let sort = (self.metric > 0).then(|| ("sort", sheet.metrics[self.metric].key.as_str()));
        address(path, sort.into_iter().chain(self.reversed.then_some(("order", "reversed"))))
    }

    /// What a click on a heading leads to: best first, or the other order if that is shown already.
    #[must_use]
    pub const fn sorted_by(self, metric: usize) -> Self {
        Self { metric, reversed: self.metric == metric && !self.reversed }
    }

    /// Whether values rise from top to bottom.
    pub fn is_ascending(self, sheet: &Sheet) -> bool {
        sheet.metrics.get(self.metric).is_some_and(|metric| metric.lower_is_better) != self.reversed
    }

    /// Positions of the rows in this order; unknown values come last in either, equal ones as they were printed.
    pub fn order(self, sheet: &Sheet) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..sheet.rows.len()).collect();
        let value = |row: usize| sheet.rows[row].values.get(self.metric).copied().flatten();
        rows.sort_by(|a, b| match (value(*a), value(*b)) {
            (Some(x), Some(y)) if self.is_ascending(sheet) => x.total_cmp(&y),
            (Some(x), Some(y)) => y.total_cmp(&x),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        });
        rows
    }
}

/// The best known value of a metric.
pub fn best(sheet: &Sheet, metric: usize) -> Option<f64> {
    let values = sheet.rows.iter().filter_map(|row| row.values.get(metric).copied().flatten());
    let lower = sheet.metrics.get(metric).is_some_and(|metric| metric.lower_is_better);
    values.reduce(|best, value| if lower { best.min(value) } else { best.max(value) })
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::*;
    use crate::ports::{BenchmarkSummary, SheetMetric, SheetRow};

    fn sheet() -> Sheet {
        let metric = |key: &str, lower_is_better| SheetMetric {
            key: key.to_owned(),
            short: key.to_owned(),
            unit: String::new(),
            lower_is_better,
            definition: String::new(),
        };
        let row = |score, cost| SheetRow { labels: vec![], values: vec![score, cost], intervals: vec![None, None] };
        Sheet {
            benchmark: BenchmarkSummary {
                slug: "x".parse().unwrap(),
                name: String::new(),
                version: String::new(),
                description: String::new(),
                languages: vec![],
                repositories: 0,
                entries: 0,
                updated: Timestamp(0),
                has_tasks: false,
                links: vec![],
                citation: String::new(),
            },
            source: String::new(),
            labels: vec![],
            metrics: vec![metric("score", false), metric("cost", true)],
            rows: vec![row(Some(40.0), None), row(Some(57.9), Some(0.6)), row(Some(55.3), Some(0.02))],
            charts: vec![],
        }
    }

    fn view(query: &str) -> (SheetView, Vec<String>) {
        SheetView::parse(&sheet(), query.split('&').filter_map(|pair| pair.split_once('=')))
    }

    #[test]
    fn unknown_comes_last_in_both_orders_and_less_cost_is_better() {
        let sheet = sheet();
        assert_eq!(view("").0.order(&sheet), [1, 2, 0]);
        assert_eq!(view("order=reversed").0.order(&sheet), [0, 2, 1]);
        assert_eq!(view("sort=cost").0.order(&sheet), [2, 1, 0]);
        assert_eq!(view("sort=cost&order=reversed").0.order(&sheet), [1, 2, 0]);
        assert_eq!((best(&sheet, 0), best(&sheet, 1)), (Some(57.9), Some(0.02)));
    }

    #[test]
    fn the_order_survives_the_url_and_nonsense_is_said() {
        let sheet = sheet();
        for query in ["", "sort=cost", "order=reversed", "sort=cost&order=reversed"] {
            let expected = if query.is_empty() { "/b".to_owned() } else { format!("/b?{query}") };
            assert_eq!(view(query).0.address(&sheet, "/b"), expected);
        }
        assert_eq!(view("sort=speed&order=up").1.len(), 2);
        let cost = SheetView::default().sorted_by(1);
        assert_eq!(cost.address(&sheet, "/b"), "/b?sort=cost");
        assert_eq!(cost.sorted_by(1).address(&sheet, "/b"), "/b?sort=cost&order=reversed");
    }
}
