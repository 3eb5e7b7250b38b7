//! Published tables by column name.

use std::str::FromStr;

use store::PublishedTable;

/// A published table that is read row by row.
pub(super) struct Table {
    pub(super) source: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A row with the names of its columns.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    columns: &'a [String],
    cells: &'a [String],
}

impl From<PublishedTable> for Table {
    fn from(table: PublishedTable) -> Self {
        Self { source: table.source, columns: table.columns, rows: table.rows }
    }
}

impl Table {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        self.rows.iter().map(|cells| Row { columns: &self.columns, cells })
    }

    /// The texts of a column, each once, in the order of the table.
    pub(super) fn distinct(&self, column: &str) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for row in self.rows() {
            let text = row.text(column);
            if !text.is_empty() && !texts.iter().any(|known| known == text) {
                texts.push(text.to_owned());
            }
        }
        texts
    }
}

impl<'a> Row<'a> {
    /// A cell; empty when the table does not have the column.
    pub(super) fn text(self, column: &str) -> &'a str {
        let index = self.columns.iter().position(|name| name == column);
        index.and_then(|index| self.cells.get(index)).map_or("", String::as_str)
    }

    /// A number; not a number when it is not known.
    pub(super) fn number(self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or(f64::NAN)
    }

    /// Whether a cell reads as `value`.
    pub(super) fn is<T: FromStr + PartialEq>(self, column: &str, value: &T) -> bool {
        self.text(column).parse::<T>().is_ok_and(|read| read == *value)
    }
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn cells_are_found_by_name_and_blanks_are_unknown() {
        let table = Table::from(PublishedTable {
            name: "t".into(),
            source: "a paper".into(),
            columns: ["language", "cost"].map(str::to_owned).to_vec(),
            rows: [["go", "0.5"], ["php", ""], ["go", "x"]].map(|row| row.map(str::to_owned).to_vec()).to_vec(),
        });
        let costs: Vec<f64> = table.rows().map(|row| row.number("cost")).collect();
        assert!((costs[0] - 0.5).abs() < 1e-12 && costs[1].is_nan() && costs[2].is_nan());
        assert_eq!(table.rows().filter(|row| row.is("language", &Language::Go)).count(), 2);
        assert!(table.rows().all(|row| row.text("nothing").is_empty()));
        assert_eq!(table.distinct("language"), ["go", "php"]);
    }
}
