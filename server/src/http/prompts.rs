//! Downloads of prompts.

use app::error::AppError;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use catalog::{ContextSettings, PROMPT_VERSION};
use domain::{ContextMode, Language};
use futures::StreamExt as _;
use serde::Deserialize;
use tokio::io::AsyncReadExt as _;

use super::Fault;
use super::progress::refusal;
use crate::prompts::PromptChoice;
use crate::state::AppState;

/// Bytes that are read at a time.
const PIECE: usize = 64 << 10;

/// Parameters of a download.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    #[serde(default)]
    language: String,
}

/// `GET /benchmarks/{slug}/prompts/{file}`: `standard.jsonl.gz` and so on; `?language=go` for one language.
pub async fn prompts(
    State(state): State<AppState>,
    Path((slug, file)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Fault> {
    let not_found = || AppError::NotFound(format!("The file `{file}` of the benchmark `{slug}`"));
    let mode = file.strip_suffix(".jsonl.gz").and_then(|mode| mode.parse::<ContextMode>().ok());
    let language = match wanted.language.as_str() {
        "" => Ok(None),
        text => text.parse::<Language>().map(Some),
    };
    let (Some(mode), Ok(language), Ok(name)) = (mode, language, slug.parse()) else { return Ok(refusal(&not_found())) };
    let benchmark = state.store.benchmark(&name).await?.filter(|benchmark| benchmark.has_tasks);
    let Some(version) = benchmark.and_then(|benchmark| benchmark.version) else { return Ok(refusal(&not_found())) };
    // Without a model there is nothing to download; the page says how it is made.
    if mode == ContextMode::RagDense {
        return Ok(refusal(&not_found()));
    }
    let choice = PromptChoice { mode, language, settings: ContextSettings::default() };
    let path = state.prompts.compressed(version.id, choice).await?;
    let file = tokio::fs::File::open(&path).await?;
    let length = file.metadata().await?.len();
    let pieces = futures::stream::try_unfold(file, |mut file| async move {
        let mut piece = vec![0; PIECE];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok::<_, std::io::Error>((read > 0).then_some((bytes::Bytes::from(piece), file)))
    });
    let language = language.map_or(String::new(), |language| format!("-{language}"));
    let name = format!("{slug}-{}-{mode}{language}-prompts-{PROMPT_VERSION}.jsonl.gz", version.label);
    let mut response = Body::from_stream(pieces.boxed()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/gzip"));
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))?);
    Ok(response)
}
