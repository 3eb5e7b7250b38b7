use std::fmt::Write as _;
use std::io::Cursor;

use domain::Language;
use serde_json::{Value, json};

use super::{PUBLISHED_REPOSITORIES, Release, ReleaseReader};

const FILE: &str =
    "package p\n\nfunc (t T) Find(n int) int {\n\tif n > 1 {\n\t\treturn 1\n\t}\n\treturn 0\n}\n\nfunc other() {\n}\n";
const CODE: &str = "func (t T) Find(n int) int {\n\tif n > 1 {\n\t\treturn 1\n\t}\n\treturn 0\n}";

fn record() -> Value {
    json!({
        "task_id": 17,
        "function_name": "Find",
        "file_path": "cobra-main/a/b.go",
        "focal_code": CODE,
        "file_content": FILE,
        "language": "Go",
        "function_component": { "name": "Find", "signature": "func (t T) Find(n int) int", "start_line": 3, "end_line": 8 },
        "metadata": { "class_name": "", "class_signature": "", "package": "p" },
        "retrieved_contexts_bm25": [{ "context": "x", "metadata": [], "bm25_score": 1.5 }],
        "lsp_extraction": { "status": "ok" },
    })
}

fn with(changes: &[(&str, Value)]) -> Value {
    let mut record = record();
    for (pointer, value) in changes {
        *record.pointer_mut(pointer).unwrap() = value.clone();
    }
    record
}

fn second(changes: &[(&str, Value)]) -> Value {
    let code = "func other() {\n}";
    let own = [
        ("/task_id", json!(18)),
        ("/function_name", json!("other")),
        ("/focal_code", json!(code)),
        ("/function_component/start_line", json!(10)),
        ("/function_component/end_line", json!(11)),
    ];
    with(&own.into_iter().chain(changes.iter().cloned()).collect::<Vec<_>>())
}

fn read(records: &[Value]) -> Result<Release, Vec<(u64, String)>> {
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    read_text(lines.as_bytes())
}

fn read_text(text: &[u8]) -> Result<Release, Vec<(u64, String)>> {
    let mut reader = ReleaseReader::new();
    reader.read("go_functions.jsonl", Cursor::new(text));
    reader.finish().map_err(|(problems, total)| {
        assert_eq!(problems.len() as u64, total);
        problems.into_iter().map(|problem| (problem.line, problem.reason)).collect()
    })
}

#[test]
fn a_record_becomes_a_task_of_its_repository() {
    let release = read(&[record(), second(&[])]).unwrap();
    let repository = &release.repositories[0];
    assert_eq!((repository.spec.name.as_str(), repository.tasks.len()), ("cobra", 2));
    assert_eq!(repository.files.keys().collect::<Vec<_>>(), ["a/b.go"]);
    let task = &repository.tasks[0];
    assert_eq!(task.key.as_str(), "go-17");
    assert_eq!((task.focal.start_line, task.focal.end_line, task.focal.path.as_str()), (3, 8, "a/b.go"));
    // The release has lost the receiver; the file has not.
    assert_eq!(task.focal.qualified_name, "T.Find");
    assert_eq!(release.sources, [("go_functions.jsonl".to_owned(), 2, false)]);
}

#[test]
fn lines_counted_from_zero_are_normalised() {
    let zero = [("/function_component/start_line", json!(2)), ("/function_component/end_line", json!(7))];
    let release = read(&[with(&zero)]).unwrap();
    let focal = &release.repositories[0].tasks[0].focal;
    assert_eq!((focal.start_line, focal.end_line), (3, 8));
    assert!(release.sources[0].2);
    assert_eq!(release.fingerprint, read(&[record()]).unwrap().fingerprint);
}

#[test]
fn mixed_bases_are_reported() {
    let zero = [("/function_component/start_line", json!(9)), ("/function_component/end_line", json!(10))];
    let third = with(&[("/task_id", json!(19)), ("/file_path", json!("chi-master/a/b.go"))]);
    let problems = read(&[record(), second(&zero), third]).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].0, 2);
    assert!(problems[0].1.contains("counts lines from 0 while most records of the file count from 1"), "{problems:?}");
}

#[test]
fn every_bad_record_is_named_with_line_and_reason() {
    let mut missing = record();
    missing.as_object_mut().unwrap().remove("focal_code");
    let mut without_id = second(&[]);
    without_id.as_object_mut().unwrap().remove("task_id");
    let cases = [
        (missing, "missing field `focal_code`"),
        (without_id, "has no task_id"),
        (with(&[("/function_component/end_line", json!(99))]), "names line 99 of a file of 11 lines"),
        (with(&[("/function_component/end_line", json!(2))]), "ends at line 2 before it begins at line 3"),
        (with(&[("/focal_code", json!(CODE.replace('1', "2")))]), "focal_code is not what stands in lines 3 to 8"),
        (with(&[("/file_path", json!("cobra-main/../b.go"))]), "`cobra-main/../b.go`"),
        (with(&[("/file_path", json!("/etc/passwd"))]), "`/etc/passwd`"),
        (with(&[("/file_path", json!("b.go"))]), "`b.go`"),
        (with(&[("/language", json!("cobol"))]), "unknown language `cobol`"),
        (with(&[("/focal_code", json!("a\0b"))]), "NUL"),
        (with(&[("/task_id", json!(-1))]), "task_id -1"),
        (with(&[("/function_component/start_line", json!("3"))]), "invalid type"),
        (json!([1]), "is not a record"),
    ];
    for (record, reason) in cases {
        // The good line before it does not help: nothing is half-imported.
        let problems = read(&[second(&[("/task_id", json!(1))]), record]).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].0, 2, "{reason}");
        assert!(problems[0].1.contains(reason), "{problems:?} {reason}");
    }
}

#[test]
fn duplicates_name_the_line_that_was_first() {
    let problems = read(&[record(), record(), second(&[("/task_id", json!(17))])]).unwrap_err();
    assert_eq!(problems[0], (2, "is the same function as line 1 of go_functions.jsonl".to_owned()));
    assert_eq!(problems[1], (3, "has the task_id of line 1 of go_functions.jsonl".to_owned()));
    let other = second(&[("/file_content", json!(format!("{FILE}\n")))]);
    assert!(read(&[record(), other]).unwrap_err()[0].1.contains("another text of a/b.go"));
}

#[test]
fn bytes_that_are_no_text_and_files_that_end_early_are_reported() {
    let good = format!("{}\n", record());
    let mut bytes = good.clone().into_bytes();
    bytes.extend(b"{\"task_id\": \"\xff\"}\n");
    assert_eq!(read_text(&bytes).unwrap_err(), [(2, "is not UTF-8 at byte 14".to_owned())]);
    assert!(read_text(&good.as_bytes()[..40]).unwrap_err()[0].1.contains("EOF"));
    assert_eq!(read_text(b"\n\n").unwrap_err(), [(0, "holds no records".to_owned())]);
}

/// A file whose medium fails, as a truncated gzip does.
struct Failing(Cursor<Vec<u8>>);

impl std::io::Read for Failing {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match std::io::Read::read(&mut self.0, into)? {
            0 => Err(std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "corrupt deflate stream")),
            n => Ok(n),
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_to_its_end_is_reported() {
    let mut reader = ReleaseReader::new();
    let text = format!("{}\n", record()).into_bytes();
    reader.read("f", std::io::BufReader::new(Failing(Cursor::new(text))));
    let (problems, total) = reader.finish().unwrap_err();
    assert_eq!((total, problems[0].line), (1, 2));
    assert!(problems[0].reason.contains("is the file complete?"), "{problems:?}");
}

#[test]
fn the_order_of_files_does_not_matter() {
    let php = json!({
        "task_id": "3", "function_name": "f", "file_path": "Faker/f.php", "focal_code": "function f() {\n}",
        "file_content": "<?php\nfunction f() {\n}\n", "language": "PHP",
        "function_component": { "start_line": 2, "end_line": 3 }, "metadata": { "class_name": "" },
    });
    let of = |order: [(&str, &Value); 2]| {
        let mut reader = ReleaseReader::new();
        for (name, record) in order {
            reader.read(name, Cursor::new(format!("{record}\n")));
        }
        reader.finish().unwrap()
    };
    let (go, php) = (("go", &record()), ("php", &php));
    let (one, two) = (of([go, php]), of([php, go]));
    assert_eq!((&one.fingerprint, &one.repositories), (&two.fingerprint, &two.repositories));
    assert_eq!(one.repositories[1].tasks[0].key.as_str(), "php-3");
}

#[test]
fn a_synthetic_release_has_the_papers_counts() {
    let mut reader = ReleaseReader::new();
    for language in Language::ALL {
        let mut text = Vec::new();
        crate::synthetic_release(*language, &mut text).unwrap();
        reader.read(&format!("{language}_functions.jsonl"), Cursor::new(text));
    }
    let release = reader.finish().map_err(|(problems, total)| {
        let mut text = String::new();
        problems.iter().take(5).for_each(|problem| writeln!(text, "{problem}").unwrap());
        format!("{total}: {text}")
    });
    let release = release.unwrap();
    let mut found: Vec<(Language, String, u64)> =
        release.repositories.iter().map(|r| (r.spec.language, r.spec.name.to_string(), r.tasks.len() as u64)).collect();
    let mut paper: Vec<(Language, String, u64)> =
        PUBLISHED_REPOSITORIES.iter().map(|r| (r.language, r.slug.to_string(), r.tasks)).collect();
    found.sort();
    paper.sort();
    assert_eq!(found, paper);
    assert_eq!(found.iter().map(|(_, _, n)| n).sum::<u64>(), 3642);
    // As in the release, Go counts from 0.
    let zero: Vec<&str> = release.sources.iter().filter(|s| s.2).map(|s| s.0.as_str()).collect();
    assert_eq!(zero, ["go_functions.jsonl"]);
}
