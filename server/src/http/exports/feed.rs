//! `GET /feed.atom`: entries of all boards, newest first (RFC 4287).

use std::fmt::Write as _;

use app::error::AppError;
use app::ports::model_address;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::{EntrySource, Timestamp};
use store::EntryRecord;

use crate::http::cached::tagged;
use crate::http::progress::refusal;
use crate::state::AppState;

/// Entries in the feed.
const MOST: usize = 50;

/// The feed of the whole site.
pub async fn feed(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let read = async {
        let names = state.backend.benchmark_names().await?;
        Ok::<_, AppError>((names, state.backend.newest_entries(MOST).await?))
    };
    match read.await {
        Ok((names, entries)) => {
            tagged(&headers, "application/atom+xml; charset=utf-8", atom(&state.http.public_url(), &names, &entries))
        }
        Err(error) => refusal(&error),
    }
}

fn atom(site: &str, names: &[(domain::Slug, String)], entries: &[EntryRecord]) -> String {
    let updated = entries.iter().map(|entry| entry.added).max().unwrap_or(Timestamp(0));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>Assay: new entries</title>\n<id>{site}/feed.atom</id>\n<link rel=\"self\" href=\"{site}/feed.atom\"/>\n\
         <link href=\"{site}/\"/>\n<author><name>Assay</name></author>\n<updated>{}</updated>\n",
        updated.rfc3339(),
        site = charts::escape(site),
    );
    for entry in entries {
        let benchmark =
            names.iter().find(|(slug, _)| *slug == entry.benchmark).map_or(entry.benchmark.as_str(), |(_, name)| name);
        let source = match entry.source {
            EntrySource::Published => "figures from a paper",
            EntrySource::Verified => "every suite run here",
            EntrySource::SelfReported => "figures given by the vendor",
        };
        let title = format!("{} on {benchmark}, {} context", entry.model, entry.mode.name());
        // Writing to a string cannot fail.
        let _ = write!(
            xml,
            "<entry>\n<title>{}</title>\n<id>urn:uuid:{}</id>\n<updated>{}</updated>\n<link href=\"{}\"/>\n\
             <summary>{}</summary>\n</entry>\n",
            charts::escape(&title),
            entry.id,
            entry.added.rfc3339(),
            charts::escape(&format!("{site}{}", model_address(&entry.model))),
            charts::escape(source),
        );
    }
    xml.push_str("</feed>\n");
    xml
}
