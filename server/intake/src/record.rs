//! One line: what it says, or what is wrong with it.

use domain::{ProblemKind, UploadFormat};
use serde_json::Value;

/// A line that could be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) task: String,
    pub(crate) format: UploadFormat,
    /// One answer, or a list of suites.
    pub(crate) answers: Vec<String>,
    /// What the model's provider said instead of an answer.
    pub(crate) model_error: Option<String>,
}

/// What is wrong with a line, and the task id as far as it could be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) kind: ProblemKind,
    pub(crate) message: String,
    pub(crate) task: Option<String>,
}

fn refuse<T>(kind: ProblemKind, message: impl Into<String>, task: Option<&str>) -> Result<T, Refused> {
    Err(Refused { kind, message: message.into(), task: task.map(|task| task.chars().take(200).collect()) })
}

/// What to say when a file, by its first bytes, is no JSON Lines at all.
pub(crate) fn other_format(first_line: &[u8]) -> Option<&'static str> {
    match first_line {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("the file is UTF-16; save it as UTF-8"),
        [0x1f, 0x8b, ..] => Some("the file is compressed (gzip); unpack it first"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("the file is compressed (zstd); unpack it first"),
        [b'P', b'K', 3, 4, ..] => Some("the file is a zip archive; unpack it first"),
        _ => None,
    }
}

/// Reads one line, which is not blank.
pub(crate) fn read(line: &[u8]) -> Result<Record, Refused> {
    if let Some(at) = line.iter().position(|&byte| byte == 0) {
        return refuse(
            ProblemKind::NulByte,
            format!("byte {} is NUL; a suite cannot contain NUL, remove it", at + 1),
            None,
        );
    }
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to() + 1;
            return refuse(ProblemKind::NotUtf8, format!("byte {at} is not UTF-8; save the file as UTF-8"), None);
        }
    };
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            return refuse(
                ProblemKind::NotJson,
                format!("not JSON at column {}: {}; write one JSON object per line", error.column(), reason(&error)),
                None,
            );
        }
    };
    let Value::Object(mut fields) = value else {
        return refuse(
            ProblemKind::NotAnObject,
            format!("{} where an object with `task_id` and `response` is needed", kind_of(&value)),
            None,
        );
    };
    let task = match fields.get("task_id") {
        None | Some(Value::Null) => {
            return refuse(ProblemKind::MissingField, "`task_id` is missing; give the id from the task list", None);
        }
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) if number.is_i64() || number.is_u64() => number.to_string(),
        Some(other) => {
            return refuse(
                ProblemKind::WrongType,
                format!("`task_id` is {}; give the id as text", kind_of(other)),
                None,
            );
        }
    };
    if task.is_empty() {
        return refuse(ProblemKind::MissingField, "`task_id` is blank; give the id from the task list", None);
    }
    let status = fields.get("status").and_then(Value::as_str).map(str::to_owned);
    let error = fields.get("error").and_then(Value::as_str).map(str::to_owned);
    let name = if fields.contains_key("response") { "response" } else { "test" };
    let (format, answers) = match fields.remove(name) {
        None => {
            return refuse(ProblemKind::MissingField, "`response` is missing; give the model's answer", Some(&task));
        }
        Some(Value::Null) => (UploadFormat::Responses, Vec::new()),
        Some(Value::String(text)) => (UploadFormat::Responses, vec![text]),
        Some(Value::Array(items)) => {
            let mut suites = Vec::with_capacity(items.len());
            for (index, item) in items.into_iter().enumerate() {
                match item {
                    Value::String(text) => suites.push(text),
                    other => {
                        let message = format!(
                            "item {} of `{name}` is {}; a list holds suites as text",
                            index + 1,
                            kind_of(&other)
                        );
                        return refuse(ProblemKind::WrongType, message, Some(&task));
                    }
                }
            }
            (UploadFormat::Processed, suites)
        }
        Some(other) => {
            let message = format!("`{name}` is {}; give text, or a list of suites", kind_of(&other));
            return refuse(ProblemKind::WrongType, message, Some(&task));
        }
    };
    if let Some(index) = answers.iter().position(|answer| answer.contains('\0')) {
        let place = if format == UploadFormat::Processed {
            format!("item {} of `{name}`", index + 1)
        } else {
            format!("`{name}`")
        };
        return refuse(
            ProblemKind::NulByte,
            format!("{place} contains NUL (\\u0000); a suite cannot, remove it"),
            Some(&task),
        );
    }
    let failed = status.as_deref() == Some("error");
    if !failed && answers.iter().all(|answer| answer.trim().is_empty()) {
        let message = "the answer is empty; leave the line out, and the task counts as missing";
        return refuse(ProblemKind::EmptyResponse, message, Some(&task));
    }
    // The reference's older files tell failures apart by this beginning alone.
    let failed = failed || matches!(answers.as_slice(), [only] if only.trim_start().starts_with("Error:"));
    let model_error = failed.then(|| error.unwrap_or_else(|| answers.first().cloned().unwrap_or_default()));
    Ok(Record { task, format, answers, model_error })
}

/// The parser's reason without its position, which is given apart (its line is always 1).
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
