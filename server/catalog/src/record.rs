//! The reference's record of a task (xrepotest.md §1.1).

use domain::{Language, RepositorySpec};
use serde_json::{Value, json};

use crate::Candidate;

/// One line of `{lang}_functions.jsonl`: `task_id` is our key (the reference has row numbers there), lines are 1-based
/// and inclusive, `file_path` begins with the repository's folder.
pub fn reference_record(spec: &RepositorySpec, candidate: &Candidate, file_text: &str) -> Value {
    let focal = &candidate.focal;
    let mut metadata = json!({ "class_name": focal.class_name, "class_signature": candidate.class_signature });
    let package_key = match spec.language {
        Language::Go => Some("package"),
        Language::Julia | Language::Ruby => Some("module"),
        Language::Php => Some("namespace"),
        Language::Rust => None,
    };
    if let Some(key) = package_key {
        metadata[key] = Value::from(focal.package.as_str());
    }
    json!({
        "task_id": candidate.key.as_str(),
        "function_name": focal.name,
        "file_path": format!("{}/{}", spec.name, focal.path),
        "focal_code": focal.source,
        "file_content": file_text,
        "language": spec.language.as_str(),
        "function_component": {
            "name": focal.name,
            "signature": focal.signature,
            "start_line": focal.start_line,
            "end_line": focal.end_line,
        },
        "metadata": metadata,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::tests::spec;
    use crate::{SourceFile, extract};

    #[test]
    fn a_record_has_the_fields_of_the_reference() {
        let text = "package demo\n\nfunc Pick(n int) int {\n\tswitch {\n\tcase n > 3:\n\t\treturn 3\n\tcase n > 2:\n\t\treturn 2\n\tcase n > 1:\n\t\treturn 1\n\t}\n\treturn 0\n}\n";
        let file = SourceFile { path: "pick.go".into(), bytes: text.into() };
        let extracted = extract(&spec(), &[file]);
        let record = reference_record(&spec(), &extracted.candidates[0], text);
        assert_eq!(record["file_path"], "demo/pick.go");
        assert_eq!(record["metadata"]["package"], "demo");
        assert_eq!(record["function_component"]["start_line"], 3);
        assert_eq!(record["function_component"]["end_line"], 13);
        let source: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(record["focal_code"], source.join("\n"));
    }
}
