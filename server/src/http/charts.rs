//! `GET /charts/{name}.svg`: a chart as a file, with its colours inside.

use app::error::AppError;
use app::ports::ChartRequest;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use charts::{Look, Theme};

use super::cached::tagged;
use super::progress::refusal;
use crate::state::AppState;

/// Widths in pixels that a drawing can have; under 560 its arrangement is that for phones.
const WIDTHS: std::ops::RangeInclusive<u32> = 320..=1600;

/// The drawing that the parameters describe: those of [`ChartRequest`], `theme` and `width`.
pub async fn chart(
    State(state): State<AppState>,
    Path(file): Path<String>,
    Query(pairs): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Response {
    match svg(&state, &file, &pairs).await {
        Ok(svg) => tagged(&headers, "image/svg+xml", svg),
        Err(error) => refusal(&error),
    }
}

async fn svg(state: &AppState, file: &str, pairs: &[(String, String)]) -> Result<String, AppError> {
    let no_chart = || AppError::NotFound(format!("The chart “{file}”"));
    let name = file.strip_suffix(".svg").ok_or_else(no_chart)?;
    let invalid = |message: String| AppError::Invalid { field: "The address".to_owned(), message };
    let borrowed = pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let request = ChartRequest::parse(name, borrowed).map_err(invalid)?;
    let look = look(pairs).map_err(invalid)?;
    state.backend.chart_file(&request, &look).await?.ok_or_else(no_chart)
}

fn look(pairs: &[(String, String)]) -> Result<Look, String> {
    let mut look = Look::download(Theme::Light);
    for (key, value) in pairs {
        match (key.as_str(), value.as_str()) {
            ("theme", "light") => {}
            ("theme", "dark") => look.mode = charts::Mode::Download(Theme::Dark),
            ("theme", other) => return Err(format!("`theme`: `{other}` is neither `light` nor `dark`")),
            ("width", text) => match text.parse() {
                Ok(width) if WIDTHS.contains(&width) => look = look.with_width(width),
                _ => {
                    return Err(format!(
                        "`width`: `{text}` is not a number from {} to {}",
                        WIDTHS.start(),
                        WIDTHS.end()
                    ));
                }
            },
            _ => {}
        }
    }
    Ok(look)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(key: &str, value: &str) -> Result<Look, String> {
        look(&[(key.to_owned(), value.to_owned())])
    }

    #[test]
    fn a_drawing_has_a_theme_and_a_width() {
        assert_eq!(of("theme", "dark").unwrap().mode, charts::Mode::Download(Theme::Dark));
        assert_eq!(of("width", "400").unwrap().width, 400);
        assert!(of("theme", "blue").unwrap_err().contains("`blue`"));
        for width in ["319", "1601", "-1", "wide"] {
            assert!(of("width", width).is_err(), "{width}");
        }
    }
}
