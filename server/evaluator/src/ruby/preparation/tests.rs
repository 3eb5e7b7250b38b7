use super::*;
use crate::ruby::fixtures::{focal, hashie, report_of};

fn line(rest: &str) -> String {
    format!("{{\"nonce\":\"preparation\",\"number\":0,{rest}}}\n")
}

fn read_lines(focals: usize, lines: &[&str], exit: Exit) -> Vec<Result<ExecutableLines, String>> {
    let report: String = lines.iter().map(|rest| line(rest)).collect();
    let (answers, general) = answers(focals, Some(&report_of("prepare", exit, &report)));
    answers.into_iter().map(|answer| answer.executable(general.as_deref())).collect()
}

/// A file in which the method of `focal()` stands on its lines.
fn text() -> String {
    let method = "      def _recursive_merge(hash, other_hash, &block)\n        return hash if other_hash == 1\n";
    format!("{}{method}{}        hash\n      end\n", "\n".repeat(35), "        hash.a(1 + 2)\n".repeat(11))
}

#[test]
fn the_first_valid_mutants_are_kept_with_the_invalid_ones_before_them() {
    let all = pool(&focal(), &text());
    assert_eq!(all.len(), MUTANT_POOL, "enough for every case");
    let wanted = usize::from(Limits::default().mutants);
    let answers: BTreeMap<_, _> = all
        .iter()
        .filter(|mutant| mutant.number != 3)
        .map(|mutant| (mutant.number, if mutant.number == 1 { Err("NameError:\n no".to_owned()) } else { Ok(()) }))
        .collect();
    let sorted = sort(all.clone(), &answers);
    assert_eq!(sorted.valid.len(), wanted);
    assert!(sorted.valid.iter().all(|mutant| mutant.number != 1 && mutant.number != 3));
    let invalid: Vec<_> = sorted.invalid.iter().map(|i| (i.mutant.number, i.reason.as_str())).collect();
    assert_eq!(invalid, [(1, "NameError: no"), (3, "Loading it did not end.")]);
    assert!(sort(all, &BTreeMap::new()).valid.is_empty());
}

#[test]
fn one_request_holds_a_handful_of_functions_and_is_read_for_those() {
    let focals = vec![(focal(), text()); CHUNK + 1];
    let requests = plan(&hashie(), &focals);
    assert_eq!(requests.len(), 2);
    let parsed: serde_json::Value = serde_json::from_str(&requests[1].steps[0].stdin).unwrap();
    assert_eq!(parsed["focals"].as_array().unwrap().len(), 1);
    assert_eq!(parsed["focals"][0]["mutants"].as_array().unwrap().len(), MUTANT_POOL);
    let report = |first: &str| {
        report_of("prepare", Exit::Code(0), &[first, r#""event":"control","index":0"#, DONE].map(line).concat())
    };
    let steps = [
        report(r#""event":"lines","index":0,"executable":[38]"#),
        report(r#""event":"lines","index":0,"executable":[39]"#),
    ];
    let answers = read(&focals, &steps);
    assert_eq!(answers[0].as_ref().unwrap().executable.0, [38]);
    assert!(answers[1].is_err());
    assert_eq!(answers[CHUNK].as_ref().unwrap().executable.0, [39]);
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
    let unasked = read(&vec![(focal(), text()); CHUNK + 1], &[]);
    assert!(unasked.len() == CHUNK + 1 && unasked.iter().all(Result::is_err), "{unasked:?}");
}

#[test]
fn the_request_reaches_the_runner_unchanged() {
    let text = "def x\n  \"{dir}/a #{b}\"\nend\n".to_owned();
    let focal = FocalFunction { name: "x".to_owned(), start_line: 1, end_line: 3, ..focal() };
    let request = plan(&hashie(), &[(focal, text)]).remove(0);
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
