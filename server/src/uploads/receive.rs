//! Reading the multipart form: small fields to memory, the file to disk.

use std::io::Seek as _;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use axum::body::Body;
use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError};
use axum::http::StatusCode;
use futures::StreamExt as _;
use tokio::io::AsyncWriteExt as _;

use super::UploadGate;

/// Largest value in bytes of a field that is not the file.
const FIELD_LIMIT: usize = 1024;

/// Fields that are read before the form is refused.
const FIELDS: usize = 16;

/// How long the rest of a refused upload is read and dropped. Browsers show the answer only once they have sent all.
const DRAIN: Duration = Duration::from_mins(1);

/// A form as it arrived.
#[derive(Default)]
pub(super) struct Received {
    pub(super) model: String,
    pub(super) mode: String,
    pub(super) benchmark: String,
    /// Name of the file on the vendor's machine, without its folders.
    pub(super) file_name: String,
    /// The file, at its beginning; `None` when the field was missing or empty.
    pub(super) file: Option<std::fs::File>,
}

/// Why a form was not read to its end.
pub(super) enum ReceiveError {
    /// The visitor's doing: a status and a sentence for the page.
    Refused(StatusCode, String),
    /// Ours.
    Fault(anyhow::Error),
}

impl From<MultipartError> for ReceiveError {
    fn from(error: MultipartError) -> Self {
        // A body that breaks off is reported as an internal error, but it is the visitor who hung up.
        let status = if error.status().is_server_error() { StatusCode::BAD_REQUEST } else { error.status() };
        Self::Refused(status, format!("The form could not be read: {}.", error.body_text()))
    }
}

impl From<anyhow::Error> for ReceiveError {
    fn from(error: anyhow::Error) -> Self {
        Self::Fault(error)
    }
}

/// Fewest bytes per second that an upload has to bring on average, once it has run for [`GRACE`].
const PACE: u64 = 2 << 10;

/// How long an upload may take whatever its pace.
const GRACE: Duration = Duration::from_mins(1);

/// Reads the form. On an error `so_far` still holds the fields that came before it.
pub(super) async fn receive(gate: &UploadGate, mut form: Multipart, so_far: &mut Received) -> Result<(), ReceiveError> {
    let result = read(gate, &mut form, so_far).await;
    // There is no use in waiting for what did not come in time.
    if matches!(&result, Err(ReceiveError::Refused(status, _)) if *status != StatusCode::REQUEST_TIMEOUT) {
        drain(form).await;
    }
    result
}

async fn read(gate: &UploadGate, form: &mut Multipart, so_far: &mut Received) -> Result<(), ReceiveError> {
    let mut fields = 0;
    while let Some(field) = in_time(gate, form.next_field()).await? {
        fields += 1;
        if fields > FIELDS {
            return Err(refused(StatusCode::UNPROCESSABLE_ENTITY, "The form has too many fields."));
        }
        match field.name().unwrap_or_default() {
            "model" => so_far.model = text(gate, "model", field).await?,
            "mode" => so_far.mode = text(gate, "mode", field).await?,
            "benchmark" => so_far.benchmark = text(gate, "benchmark", field).await?,
            "file" if so_far.file.is_none() => {
                so_far.file_name = base_name(field.file_name().unwrap_or_default());
                so_far.file = spool(gate, field).await?;
            }
            "file" => return Err(refused(StatusCode::UNPROCESSABLE_ENTITY, "Send one file at a time.")),
            // Fields of other forms are not ours to complain about; their bytes are bounded like ours.
            _ => drop(text(gate, "a field", field).await?),
        }
    }
    Ok(())
}

fn refused(status: StatusCode, message: &str) -> ReceiveError {
    ReceiveError::Refused(status, message.to_owned())
}

/// The next piece of a form, which has to come before long: whoever sends nothing must not keep a slot.
async fn in_time<T>(
    gate: &UploadGate,
    piece: impl Future<Output = Result<T, MultipartError>>,
) -> Result<T, ReceiveError> {
    if let Ok(piece) = tokio::time::timeout(gate.patience(), piece).await {
        Ok(piece?)
    } else {
        let seconds = gate.patience().as_secs();
        let message = format!("Nothing arrived for {seconds} seconds, so the upload was given up. Send it again.");
        Err(ReceiveError::Refused(StatusCode::REQUEST_TIMEOUT, message))
    }
}

async fn text(gate: &UploadGate, name: &str, mut field: Field<'_>) -> Result<String, ReceiveError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = in_time(gate, field.chunk()).await? {
        if bytes.len() + chunk.len() > FIELD_LIMIT {
            let message = format!("The value of {name} is longer than {FIELD_LIMIT} bytes.");
            return Err(ReceiveError::Refused(StatusCode::UNPROCESSABLE_ENTITY, message));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| {
        ReceiveError::Refused(StatusCode::UNPROCESSABLE_ENTITY, format!("The value of {name} is not UTF-8."))
    })
}

/// Writes the file to disk, and stops at the limit.
async fn spool(gate: &UploadGate, mut field: Field<'_>) -> Result<Option<std::fs::File>, ReceiveError> {
    let limit = gate.max_bytes();
    let file = gate.spool_file().context("while making a file for an upload")?;
    let mut writer = tokio::io::BufWriter::with_capacity(256 << 10, tokio::fs::File::from_std(file));
    let (mut written, start) = (0_u64, Instant::now());
    while let Some(chunk) = in_time(gate, field.chunk()).await? {
        written += chunk.len() as u64;
        if is_too_slow(written, start.elapsed()) {
            let message = format!("The upload is slower than {PACE} bytes per second, so it was given up.");
            return Err(ReceiveError::Refused(StatusCode::REQUEST_TIMEOUT, message));
        }
        if written > limit {
            // The rest of this field is dropped first, because the next one begins after it.
            let rest = async { while let Ok(Some(_)) = field.chunk().await {} };
            let _ = tokio::time::timeout(DRAIN, rest).await;
            let message = format!(
                "The file is larger than {limit} bytes, the limit of this site. Split it by language, or leave out \
                 fields that are not needed, such as the prompt."
            );
            return Err(ReceiveError::Refused(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        writer.write_all(&chunk).await.context("while writing an upload to disk")?;
    }
    writer.flush().await.context("while writing an upload to disk")?;
    let mut file = writer.into_inner().into_std().await;
    file.rewind().context("while rewinding an upload")?;
    Ok((written > 0).then_some(file))
}

fn is_too_slow(bytes: u64, elapsed: Duration) -> bool {
    elapsed > GRACE && bytes < elapsed.as_secs() * PACE
}

/// Reads what is left of a refused form, so that the browser gets to see the answer.
async fn drain(mut form: Multipart) {
    let rest = async {
        while let Ok(Some(mut field)) = form.next_field().await {
            while let Ok(Some(_)) = field.chunk().await {}
        }
    };
    let _ = tokio::time::timeout(DRAIN, rest).await;
}

/// The same for an upload that is refused before its form is read.
pub(super) async fn drain_body(body: Body) {
    let mut body = body.into_data_stream();
    let rest = async { while let Some(Ok(_)) = body.next().await {} };
    let _ = tokio::time::timeout(DRAIN, rest).await;
}

/// The last part of a path of any system, without control characters, cut to 200 characters.
fn base_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.chars().filter(|c| !c.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{base_name, is_too_slow};

    #[test]
    fn trickles_are_told_from_slow_lines() {
        let minutes = Duration::from_mins;
        assert!(!is_too_slow(1, minutes(1)), "a minute is everybody's");
        // 2 MB in 10 minutes is a very slow telephone line; a byte every second is somebody who keeps a slot.
        assert!(!is_too_slow(2_000_000, minutes(10)));
        assert!(is_too_slow(600, minutes(10)));
    }

    #[test]
    fn file_names_lose_their_folders() {
        assert_eq!(base_name("responses.jsonl"), "responses.jsonl");
        assert_eq!(base_name("C:\\fakepath\\responses.jsonl"), "responses.jsonl");
        assert_eq!(base_name("../../etc/passwd"), "passwd");
        assert_eq!(base_name("a\nb"), "ab");
    }
}
