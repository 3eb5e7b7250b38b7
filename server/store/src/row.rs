//! Reading cells: text, numbers, and the domain's types behind them.

use std::fmt::Display;
use std::str::FromStr;

use domain::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::StoreError;

/// Cells of a row by column name.
pub(crate) trait Cells {
    fn text(&self, column: &str) -> Result<String, StoreError>;
    fn optional_text(&self, column: &str) -> Result<Option<String>, StoreError>;
    fn integer(&self, column: &str) -> Result<i64, StoreError>;
    fn optional_integer(&self, column: &str) -> Result<Option<i64>, StoreError>;
    fn real(&self, column: &str) -> Result<f64, StoreError>;

    /// A number that cannot be negative.
    fn count(&self, column: &str) -> Result<u64, StoreError> {
        self.integer(column).and_then(|value| value.try_into().map_err(|error| corrupt(column, error)))
    }

    /// A number that cannot be negative or large.
    fn small(&self, column: &str) -> Result<u32, StoreError> {
        self.integer(column).and_then(|value| value.try_into().map_err(|error| corrupt(column, error)))
    }

    fn optional_small(&self, column: &str) -> Result<Option<u32>, StoreError> {
        self.optional_integer(column)?.map(u32::try_from).transpose().map_err(|error| corrupt(column, error))
    }

    fn flag(&self, column: &str) -> Result<bool, StoreError> {
        Ok(self.integer(column)? != 0)
    }

    fn time(&self, column: &str) -> Result<Timestamp, StoreError> {
        self.integer(column).map(Timestamp)
    }

    fn optional_time(&self, column: &str) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.optional_integer(column)?.map(Timestamp))
    }

    /// An id, an enum or a checked name.
    fn parsed<T: FromStr<Err: Display>>(&self, column: &str) -> Result<T, StoreError> {
        self.text(column)?.parse().map_err(|error| corrupt(column, error))
    }

    fn optional_parsed<T: FromStr<Err: Display>>(&self, column: &str) -> Result<Option<T>, StoreError> {
        self.optional_text(column)?.map(|text| text.parse()).transpose().map_err(|error| corrupt(column, error))
    }

    fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, StoreError> {
        serde_json::from_str(&self.text(column)?).map_err(|error| corrupt(column, error))
    }

    fn optional_json<T: DeserializeOwned>(&self, column: &str) -> Result<Option<T>, StoreError> {
        self.optional_text(column)?
            .map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| corrupt(column, error))
    }
}

impl Cells for AnyRow {
    fn text(&self, column: &str) -> Result<String, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn optional_text(&self, column: &str) -> Result<Option<String>, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn integer(&self, column: &str) -> Result<i64, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn optional_integer(&self, column: &str) -> Result<Option<i64>, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn real(&self, column: &str) -> Result<f64, StoreError> {
        Ok(self.try_get(column)?)
    }
}

fn corrupt(column: &str, cause: impl Display) -> StoreError {
    StoreError::Corrupt { column: column.to_owned(), cause: cause.to_string() }
}

/// The JSON text of a value. JSON writes a NUL as `\u0000`, so the result can be stored in either database.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::invalid(format!("a value has no JSON form: {error}")))
}

/// A number as the databases store it.
pub(crate) fn to_integer(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
