//! A board to take away, as the reader sees it, and what is new as a feed.

mod csv;
mod feed;
mod latex;
mod table;

use app::error::AppError;
use app::ports::{BoardRequest, Queries as _};
use app::view::board::BoardView;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;

pub use feed::feed;

use self::table::BoardTable;
use super::cached::tagged;
use super::progress::refusal;
use crate::state::AppState;

/// In which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Csv,
    Json,
    Latex,
    Bibtex,
}

impl Format {
    const ALL: [(&'static str, Self); 4] =
        [("csv", Self::Csv), ("json", Self::Json), ("tex", Self::Latex), ("bib", Self::Bibtex)];

    const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
            Self::Latex => "application/x-latex; charset=utf-8",
            Self::Bibtex => "application/x-bibtex; charset=utf-8",
        }
    }
}

/// `GET /benchmarks/{slug}/export/{file}`: the board `board.csv`, `board.json`, `board.tex` or `board.bib`, with the
/// parameters of the board's own address.
pub async fn board(
    State(state): State<AppState>,
    Path((slug, file)): Path<(String, String)>,
    Query(pairs): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Response {
    match export(&state, &slug, &file, &pairs).await {
        Ok((content_type, body)) => tagged(&headers, content_type, body),
        Err(error) => refusal(&error),
    }
}

async fn export(
    state: &AppState,
    slug: &str,
    file: &str,
    pairs: &[(String, String)],
) -> Result<(&'static str, String), AppError> {
    let extension = file.strip_prefix("board.");
    let format = Format::ALL.iter().find(|(known, _)| Some(*known) == extension).map(|(_, format)| *format);
    let format = format.ok_or_else(|| AppError::NotFound(format!("The file “{file}”")))?;
    let benchmark = slug.parse().map_err(|_| AppError::NotFound(format!("The benchmark “{slug}”")))?;
    if let Some(sheet) = state.backend.sheet(&benchmark).await? {
        if format != Format::Csv {
            return Err(AppError::NotFound(format!("The file “{file}” of this board, which is kept as CSV only")));
        }
        return Ok((format.content_type(), csv::sheet(&sheet)));
    }
    let (view, problems) = BoardView::parse(pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())));
    // A file that is not what was asked for would be kept by nobody knowing: it is refused.
    if !problems.is_empty() {
        return Err(AppError::Invalid { field: "The address".to_owned(), message: problems.join(" ") });
    }
    let request = BoardRequest { benchmark, mode: view.mode, metric: view.metric, scope: view.scope() };
    let board = state.backend.board(request).await?;
    let address = format!("{}{}", state.http.public_url(), view.address(&format!("/benchmarks/{slug}")));
    let table = BoardTable::of(&board, &view, address);
    let body = match format {
        Format::Csv => csv::csv(&table),
        Format::Json => table.json(),
        Format::Latex => latex::tabular(&table),
        Format::Bibtex => latex::bibtex(&table),
    };
    Ok((format.content_type(), body))
}
