use super::*;
use crate::ruby::fixtures::{focal, hashie, report_of};

fn line(rest: &str) -> String {
    format!("{{\"nonce\":\"preparation\",\"number\":0,{rest}}}\n")
}

fn read_lines(focals: usize, lines: &[&str], exit: Exit) -> Vec<Result<ExecutableLines, String>> {
    let report: String = lines.iter().map(|rest| line(rest)).collect();
    read_records(focals, &[report_of("prepare", exit, &report)])
        .into_iter()
        .map(|answer| answer.map(|prepared| prepared.executable))
        .collect()
}

const DONE: &str = r#""event":"done","rc":0"#;

#[test]
fn each_function_is_answered_for_itself() {
    let answers = read_lines(
        4,
        &[
            r#""event":"lines","index":0,"executable":[37,38]"#,
            r#""event":"control","index":0"#,
            r#""event":"problem","index":1,"message":"LoadError: rails""#,
            r#""event":"lines","index":2,"executable":[5]"#,
            r#""event":"problem","index":2,"message":"raised""#,
            r#""event":"lines","index":3,"executable":[]"#,
            r#""event":"control","index":3"#,
            DONE,
        ],
        Exit::Code(0),
    );
    assert_eq!(answers[0], Ok(ExecutableLines(vec![37, 38])));
    assert_eq!(answers[1], Err("the focal file cannot be loaded: LoadError: rails".to_owned()));
    assert_eq!(answers[2], Err("the repository does not load with the function broken: raised".to_owned()));
    assert_eq!(answers[3], Err("the function has no executable line".to_owned()));
}

#[test]
fn a_run_that_did_not_end_answers_for_nothing() {
    let good = [r#""event":"lines","index":0,"executable":[37]"#, r#""event":"control","index":0"#];
    assert!(read_lines(1, &good, Exit::Code(0))[0].is_err());
    let with_end = [good[0], good[1], DONE];
    assert!(read_lines(1, &with_end, Exit::Code(0))[0].is_ok());
    assert!(read_lines(1, &with_end, Exit::Code(1))[0].is_err());
    assert_eq!(read_records(2, &[]).len(), 2);
    assert!(read_records(1, &[])[0].is_err());
}

#[test]
fn the_request_reaches_the_runner_unchanged() {
    let text = "def x\n  \"{dir}/a #{b}\"\nend\n".to_owned();
    let focal = FocalFunction { name: "x".to_owned(), start_line: 1, end_line: 3, ..focal() };
    let request = plan(&hashie(), &[(focal, text)]).unwrap();
    let stdin = &request.steps[0].stdin;
    assert!(!stdin.contains("{dir}"), "the supervisor would put a path into the source text");
    let parsed: serde_json::Value = serde_json::from_str(stdin).unwrap();
    assert!(parsed["focals"][0]["control"].as_str().unwrap().contains("\"{dir}/a #{b}\""));
    assert_eq!(parsed["focals"][0]["file"], "/repo/hashie/lib/hashie/extensions/deep_merge.rb");
    assert_eq!(parsed["load_path"][0], "/repo/hashie/lib");
}

#[test]
fn a_function_that_cannot_be_broken_is_not_offered() {
    let answers = read(&[(focal(), "nothing here\n".to_owned())], &[]);
    assert!(answers[0].as_ref().unwrap_err().starts_with("no Ruby method `Hashie::"), "{answers:?}");
}
