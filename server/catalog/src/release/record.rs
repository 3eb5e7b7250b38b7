//! One record, and what must be right in it.

use std::borrow::Cow;

use domain::{FocalFunction, Language, TaskKey};
use serde::Deserialize;
use serde_json::Value;

/// The fields that are used; enriched records have more, which are passed over.
#[derive(Debug, Deserialize)]
pub(super) struct Record<'r> {
    task_id: Option<Value>,
    function_name: String,
    #[serde(borrow)]
    file_path: Cow<'r, str>,
    #[serde(borrow)]
    focal_code: Cow<'r, str>,
    #[serde(borrow)]
    file_content: Cow<'r, str>,
    #[serde(borrow)]
    language: Cow<'r, str>,
    function_component: Component,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Debug, Deserialize)]
struct Component {
    #[serde(default)]
    signature: String,
    start_line: u32,
    end_line: u32,
}

#[derive(Debug, Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    class_name: Option<String>,
    #[serde(default, alias = "module", alias = "namespace")]
    package: Option<String>,
}

impl Record<'_> {
    /// Reads a line of JSON.
    pub(super) fn parse(line: &[u8]) -> Result<Record<'_>, String> {
        let text =
            std::str::from_utf8(line).map_err(|error| format!("is not UTF-8 at byte {}", error.valid_up_to() + 1))?;
        serde_json::from_str(text).map_err(|error| format!("is not a record: {error}"))
    }
}

/// A record whose fields are right, but whose lines are as they came.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) key: TaskKey,
    pub(super) language: Language,
    pub(super) folder: String,
    /// Below the repository.
    pub(super) path: String,
    pub(super) focal_code: String,
    pub(super) file_content: String,
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    name: String,
    signature: String,
    class_name: String,
    package: String,
}

impl Checked {
    /// The function as the record describes it, for files that our grammars read otherwise.
    pub(super) fn focal(&self, start_line: u32, end_line: u32) -> FocalFunction {
        let join = if self.language == Language::Ruby { "#" } else { "::" };
        let qualified_name = if self.class_name.is_empty() {
            self.name.clone()
        } else {
            format!("{}{join}{}", self.class_name, self.name)
        };
        FocalFunction {
            name: self.name.clone(),
            qualified_name,
            path: self.path.clone(),
            start_line,
            end_line,
            source: self.focal_code.clone(),
            signature: self.signature.clone(),
            class_name: self.class_name.clone(),
            package: self.package.clone(),
        }
    }

    /// Why its lines are wrong under either base.
    pub(super) fn mismatch(&self) -> String {
        let lines = self.file_content.lines().count();
        if self.end_line < self.start_line {
            format!("ends at line {} before it begins at line {}", self.end_line, self.start_line)
        } else if self.end_line as usize > lines {
            format!("names line {} of a file of {lines} lines", self.end_line)
        } else {
            format!(
                "focal_code is not what stands in lines {} to {} of file_content, counted from 0 or from 1",
                self.start_line, self.end_line
            )
        }
    }
}

/// Checks everything but the lines.
pub(super) fn check(record: Record<'_>) -> Result<Checked, String> {
    let language: Language = record
        .language
        .trim()
        .to_lowercase()
        .parse()
        .map_err(|_| format!("has the unknown language `{}`", record.language))?;
    let (folder, path) = safe_path(&record.file_path)?;
    if record.focal_code.trim().is_empty() {
        return Err("has no focal_code".to_owned());
    }
    if record.focal_code.contains('\0') || record.file_content.contains('\0') {
        return Err("holds a NUL character".to_owned());
    }
    if record.function_name.trim().is_empty() {
        return Err("has no function_name".to_owned());
    }
    let id = match &record.task_id {
        Some(Value::Number(number)) if number.is_u64() => number.to_string(),
        Some(Value::String(text)) if !text.trim().is_empty() => text.trim().to_owned(),
        None | Some(Value::Null) => return Err("has no task_id".to_owned()),
        Some(other) => return Err(format!("has the task_id {other}, which is neither a number from 0 nor a text")),
    };
    // Ids of the release are numbers per language; ours are unique in a version.
    let key = if id.bytes().all(|byte| byte.is_ascii_digit()) { format!("{language}-{id}") } else { id };
    let key: TaskKey = key.parse().map_err(|error| format!("has the task_id `{key}`: {error}"))?;
    let Component { signature, start_line, end_line } = record.function_component;
    if start_line == u32::MAX || end_line == u32::MAX {
        return Err("names a line that no file has".to_owned());
    }
    Ok(Checked {
        key,
        language,
        folder,
        path,
        focal_code: record.focal_code.into_owned(),
        file_content: record.file_content.into_owned(),
        start_line,
        end_line,
        name: record.function_name,
        signature,
        class_name: record.metadata.class_name.unwrap_or_default(),
        package: record.metadata.package.unwrap_or_default(),
    })
}

/// Folder and path of a `file_path`.
fn safe_path(file_path: &str) -> Result<(String, String), String> {
    let wrong = || format!("has the file_path `{file_path}`, which is not `<repository>/<path>` with plain names");
    let parts: Vec<&str> = file_path.split('/').collect();
    let plain = |part: &&str| !part.is_empty() && *part != "." && *part != ".." && !part.contains(['\\', '\0']);
    if parts.len() < 2 || !parts.iter().all(plain) {
        return Err(wrong());
    }
    Ok((parts[0].to_owned(), parts[1..].join("/")))
}
