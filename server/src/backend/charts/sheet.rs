//! Drawings of a board whose metrics are data.

use app::error::AppError;
use app::ports::{ChartRequest, SheetRow};
use app::view::format::counted;
use charts::{Axis, CostPoint, Estimate, Forest, ForestGroup, ForestRow, Pareto};

use super::Numbers;
use crate::backend::Backend;

/// What prices are printed in.
const MONEY: &str = "US$";

impl Backend {
    /// The first metric of every row, best first, with its interval where one is printed.
    pub(super) async fn headline(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(sheet) = self.bare_sheet(&request.benchmark).await? else { return Ok(None) };
        let Some(metric) = sheet.metrics.first() else { return Ok(None) };
        let mut rows: Vec<(f64, ForestRow)> = sheet
            .rows
            .iter()
            .filter_map(|row| {
                let value = row.values.first().copied().flatten()?;
                let interval = row.intervals.first().copied().flatten();
                let estimate = Estimate { value, interval };
                Some((value, ForestRow { name: name(row), estimate, series: 0 }))
            })
            .collect();
        if rows.len() < 2 {
            return Ok(None);
        }
        rows.sort_by(|(a, _), (b, _)| if metric.lower_is_better { a.total_cmp(b) } else { b.total_cmp(a) });
        let rows: Vec<ForestRow> = rows.into_iter().map(|(_, row)| row).collect();
        let with = rows.iter().filter(|row| row.estimate.interval.is_some()).count();
        let intervals = if with > 0 { "printed 95 % intervals" } else { "no intervals are printed" };
        let basis = format!("{}, {intervals}", counted(rows.len() as u64, "row", "rows"));
        let chart = Forest {
            title: format!("{}, best first", metric.short),
            unit: metric.unit.clone(),
            reference: None,
            groups: vec![ForestGroup { name: String::new(), rows }],
        };
        Ok(Some(Numbers::new(chart, &sheet.source, basis)))
    }

    /// The first metric against the first that is a price; unknown prices are listed, never placed.
    pub(super) async fn cost(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(sheet) = self.bare_sheet(&request.benchmark).await? else { return Ok(None) };
        let (Some(score), Some(cost)) =
            (sheet.metrics.first(), sheet.metrics.iter().position(|metric| metric.unit == MONEY))
        else {
            return Ok(None);
        };
        let points: Vec<CostPoint> = sheet
            .rows
            .iter()
            .filter_map(|row| {
                let score = row.values.first().copied().flatten()?;
                Some(CostPoint { name: name(row), cost: row.values[cost].unwrap_or(f64::NAN), score })
            })
            .collect();
        if points.iter().filter(|point| point.cost.is_finite()).count() < 2 {
            return Ok(None);
        }
        let basis = counted(points.len() as u64, "row", "rows");
        let axis = |name: &str, unit: &str| Axis { name: name.to_owned(), unit: unit.to_owned(), range: None };
        // From zero, so that a small lead does not look like a large one.
        let score_axis = Axis { range: Some((0.0, 0.0)), ..axis(&score.short, &score.unit) };
        let chart = Pareto {
            title: format!("{} against cost", score.short),
            cost: axis(&sheet.metrics[cost].short, MONEY),
            score: score_axis,
            points,
        };
        Ok(Some(Numbers::new(chart, &sheet.source, basis)))
    }
}

fn name(row: &SheetRow) -> String {
    let known: Vec<&str> = row.labels.iter().map(String::as_str).filter(|label| !label.is_empty()).collect();
    known.join(", ")
}
