use super::*;
use sandbox::protocol::Exit;

use crate::fixtures::step as ended;

const FILE: &str = "fn f(a: i32) -> bool {\n    a > 1\n}\nstruct S;\nimpl S {\n    fn g(&self, b: u8) -> u8 {\n        b + 2\n    }\n}\n";

fn focals() -> Vec<(FocalFunction, String)> {
    let found = syntax::focal_functions(Language::Rust, FILE, "src/a.rs");
    found.into_iter().map(|found| (found.focal, FILE.to_owned())).collect()
}

fn repository() -> RepositorySpec {
    serde_json::from_value(serde_json::json!({
        "name": "shop", "language": "rust", "version": "1", "domain": "utilities", "root": "/repo/shop",
        "source_roots": ["src"], "homepage": "", "license": "MIT",
    }))
    .unwrap()
}

#[test]
fn every_piece_is_listed_where_it_stands() {
    let requests = plan(&repository(), &focals());
    let [request] = requests.as_slice() else { panic!("{requests:?}") };
    assert_eq!(request.id, "rust-shop");
    let file = |path: &str| request.files.iter().find(|f| f.path == path).unwrap().text.as_str();
    let text = file("file0.rs");
    assert_eq!(text.lines().count(), FILE.lines().count());
    let mut bare = text.as_bytes().to_vec();
    for line in file("pieces").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (start, end): (usize, usize) = (words[3].parse().unwrap(), words[4].parse().unwrap());
        let piece = &text[start..end];
        match words[2] {
            "e" => assert_eq!(piece, " ::assay_harness::Task::<0>::enter();"),
            "-" => assert!(piece.contains("::assay_harness::") || piece.contains('}') || piece == "_ => { ", "{piece}"),
            number => assert!(piece.starts_with(&format!("{number} => {{ ")), "{piece}"),
        }
        bare[start..end].fill(b'\0');
    }
    bare.retain(|byte| *byte != 0);
    assert_eq!(String::from_utf8(bare).unwrap(), FILE);
    for (line, beginning) in file("tasks").lines().zip(["fn f", "fn g"]) {
        let words: Vec<usize> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert!(text[words[1]..words[2]].starts_with(beginning) && text[..words[2]].ends_with('}'));
    }
}

#[test]
fn what_the_driver_says_decides() {
    let focals = focals();
    let read =
        |said: &str| super::read(&focals, &[StepReport { report: said.to_owned(), ..ended("check", Exit::Code(0)) }]);
    let answer = r#"{"nonce":"preparation","verdict":"ok","broken":[{"task":1,"message":"[E0308] no"}],"invalid":[{"task":0,"mutant":0,"message":"[E0277] bad"}],"rounds":3}"#;
    let prepared = read(answer);
    let first = prepared[0].as_ref().unwrap();
    assert_eq!(first.executable, ExecutableLines(vec![2]));
    assert_eq!(
        first.mutants.invalid.iter().map(|i| (i.mutant.number, i.reason.as_str())).collect::<Vec<_>>(),
        [(0, "[E0277] bad")]
    );
    assert!(!first.mutants.valid.is_empty() && first.mutants.valid.iter().all(|m| m.number > 0));
    assert!(prepared[1].as_ref().unwrap_err().contains("[E0308] no"));
    assert_eq!(read("")[0].as_ref().unwrap_err(), "building the repository ended with Code(0) and no report");
    let ours = r#"{"nonce":"preparation","verdict":"ours","message":"it does not build"}"#;
    assert_eq!(read(ours)[0].as_ref().unwrap_err(), "it does not build");
}
