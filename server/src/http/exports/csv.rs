//! A board as CSV. Names come from strangers, and spreadsheets run what looks like a formula.

use super::table::BoardTable;

/// One row per entry; figures are percentages with all their digits, unknown ones are empty.
pub(super) fn csv(table: &BoardTable) -> String {
    let mut lines = Vec::with_capacity(table.rows.len() + 1);
    let headline = table.metric.as_str();
    let mut head: Vec<String> =
        ["rank", "rank_low", "rank_high", "model", "provider", "source", "open_weights", "context", "scope", "added"]
            .map(str::to_owned)
            .to_vec();
    head.extend([headline.to_owned(), format!("{headline}_low"), format!("{headline}_high"), "n".to_owned()]);
    head.extend(table.columns.iter().map(|(metric, scope)| format!("{metric}_{}", scope.as_str())));
    lines.push(line(&head));
    for entry in &table.rows {
        let row = &entry.row;
        let rank = |of: fn(&app::ports::RankRange) -> u32| row.rank.as_ref().map(|rank| of(rank).to_string());
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let mut cells = vec![
            rank(|rank| rank.rank).unwrap_or_default(),
            rank(|rank| rank.low).unwrap_or_default(),
            rank(|rank| rank.high).unwrap_or_default(),
            text(row.model.as_str()),
            text(&row.provider),
            row.source.to_string(),
            row.open_weights.to_string(),
            table.context.clone(),
            table.scope.clone(),
            row.added.rfc3339(),
            number(entry.headline.map(|(percent, _)| percent)),
            number(row.interval.map(|(low, _)| low)),
            number(row.interval.map(|(_, high)| high)),
            entry.headline.map(|(_, n)| n.to_string()).unwrap_or_default(),
        ];
        cells.extend(entry.figures.iter().map(|value| number(value.map(|(percent, _)| percent))));
        lines.push(line(&cells));
    }
    lines.concat()
}

/// A board whose metrics are data, rows as printed; unknown figures are empty.
pub(super) fn sheet(sheet: &app::ports::Sheet) -> String {
    let head: Vec<String> = sheet
        .labels
        .iter()
        .map(|label| text(label))
        .chain(sheet.metrics.iter().map(|metric| text(&metric.key)))
        .collect();
    let rows = sheet.rows.iter().map(|row| {
        let values = row.values.iter().map(|value| value.map(|value| value.to_string()).unwrap_or_default());
        line(&row.labels.iter().map(|label| text(label)).chain(values).collect::<Vec<_>>())
    });
    std::iter::once(line(&head)).chain(rows).collect()
}

/// Text that no spreadsheet takes for a formula (OWASP: CSV injection).
fn text(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { format!("'{cell}") } else { cell.to_owned() }
}

/// A line by RFC 4180.
fn line(cells: &[String]) -> String {
    let quoted: Vec<String> = cells
        .iter()
        .map(|cell| {
            if cell.contains([',', '"', '\n', '\r', ';', '\t']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        })
        .collect();
    format!("{}\r\n", quoted.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_formula() {
        for name in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"] {
            assert_eq!(text(name), format!("'{name}"));
        }
        assert_eq!(text("GPT-5.2"), "GPT-5.2");
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let cells = ["a,b", "say \"hi\"", "plain", ""].map(str::to_owned);
        assert_eq!(line(&cells), "\"a,b\",\"say \"\"hi\"\"\",plain,\r\n");
    }
}
