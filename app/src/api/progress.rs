//! How far a submission is, for the live view.

use domain::SubmissionId;
use leptos::prelude::*;
use leptos::server_fn::codec::{GetUrl, Json};

use crate::error::AppError;
use crate::ports::Progress;

/// Progress of a submission that the caller may see; `NotFound` for any other.
#[server(prefix = "/fn", endpoint = "progress", input = GetUrl, output = Json)]
pub async fn get_progress(submission: SubmissionId) -> Result<Progress, AppError> {
    let context =
        use_context::<crate::ports::PageContext>().ok_or_else(|| AppError::Internal("no page context".to_owned()))?;
    context.queries.progress(context.viewer.as_ref(), submission).await
}
