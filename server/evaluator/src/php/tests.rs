use super::*;
use crate::php::fixtures::{FILE, csv, focal, report_of, work};
use domain::{Attempt, Extraction, Mutant, MutationOperator, TestCaseStatus};
use sandbox::protocol::Exit;

const SUITE: &str = "<?php\nuse function League\\Csv\\twice;\nuse PHPUnit\\Framework\\TestCase;\nclass TwiceTest extends TestCase {\n    \
                     public function testTwice(): void { $this->assertSame(4, twice(2)); }\n}\n";

fn slot() -> SlotWork {
    SlotWork {
        attempt: Attempt(0),
        suite: SUITE.to_owned(),
        sha256: "0".repeat(64).parse().unwrap(),
        extraction: Extraction::Fenced,
    }
}

fn request(step: &Step) -> serde_json::Value {
    serde_json::from_str(&step.stdin).unwrap()
}

#[test]
fn the_same_process_runs_forked_and_alone() {
    let plan = PhpAdapter.plan(&work(), &slot(), "n").unwrap();
    let [baseline, control] = plan.request.steps.as_slice() else { panic!("{plan:?}") };
    assert!(plan.invokes && baseline.required && !control.required);
    assert_eq!(plan.static_tests, ["TwiceTest::testTwice"]);
    assert_eq!(plan.request.files[0].path, "TwiceTest.php");
    let server = &plan.request.servers[0];
    assert_eq!((server.name.as_str(), server.argv.last().unwrap().as_str()), ("php-csv", "--server"));
    assert!(server.argv.contains(&"ffi.enable=1".to_owned()));
    for step in [baseline, control] {
        assert_eq!(step.server.as_deref(), Some("php-csv"));
        assert!(step.argv.contains(&"ffi.enable=1".to_owned()) && step.reset);
        assert!(step.stdin.contains("\"suite\":\"{dir}/TwiceTest.php\""), "{}", step.stdin);
        assert_eq!(step.stdin.matches("{dir}").count(), 1);
    }
    assert_eq!(request(baseline)["edit"], serde_json::Value::Null);
    assert_eq!(request(baseline)["repository"]["psr4"][0], serde_json::json!(["League\\Csv\\", "src/"]));
    let edit = request(control)["edit"].clone();
    assert_eq!(
        edit,
        serde_json::json!([
            FILE.find('{').unwrap() + 1,
            FILE.find('{').unwrap() + 1,
            " throw new \\Error('assay: control');"
        ])
    );
}

#[test]
fn mutants_stop_early_and_say_little() {
    let mutants = syntax::mutants(Language::Php, FILE, &focal());
    let chosen: Vec<&Mutant> =
        mutants.iter().filter(|mutant| mutant.operator == MutationOperator::Arithmetic).collect();
    assert!(!chosen.is_empty());
    let plan = PhpAdapter.plan(&work(), &slot(), "n").unwrap();
    let order = MutationOrder { mutants: &chosen, wall_ms: 1500, built: false, baseline: None };
    let made = PhpAdapter.plan_mutants(&work(), &slot(), &plan, "n", order);
    assert!(made.files.is_empty() && made.steps.len() == chosen.len());
    let step = &made.steps[0];
    assert_eq!((step.wall_ms, step.cpu_seconds, step.required), (1500, 2, false));
    assert_eq!(request(step)["mutant"], true);
    assert_eq!(step.name, format!("mutant-{}", chosen[0].number));
    let [start, end] = [0, 1].map(|i| request(step)["edit"][i].as_u64().unwrap() as usize);
    assert_eq!(chosen[0].original(FILE), FILE.get(start..end));
}

#[test]
fn records_become_an_observation() {
    let records = [
        r#""event":"ready""#,
        r#""event":"start","count":2"#,
        r#""event":"begin","id":"a","name":"T::testA""#,
        r#""event":"end","id":"a","name":"T::testA","status":"passed","assertions":1,"message":"","millis":3"#,
        r#""event":"begin","id":"b","name":"T::testB""#,
        r#""event":"end","id":"b","name":"T::testB","status":"skipped","assertions":0,"message":"no","millis":0"#,
        r#""event":"cov","covered":[4,5]"#,
        r#""event":"done","rc":0,"reference":0"#,
    ];
    let plan = PhpAdapter.plan(&work(), &slot(), "n").unwrap();
    let observed = PhpAdapter.read(&work(), &plan, "n", &[report_of(BASELINE, Exit::Code(0), &records)]);
    let run = observed.baseline.unwrap();
    assert_eq!(observed.build, Build::Ok);
    assert!(run.ended && !run.forged && run.announced == Some(2));
    assert_eq!(run.covered, [5], "only executable lines");
    let statuses: Vec<_> = run.tests.iter().map(|test| test.status).collect();
    assert_eq!(statuses, [TestCaseStatus::Passed, TestCaseStatus::Skipped]);
    assert_eq!(observed.reference.unwrap().coverage, Some((1, 1)));
    let cut = PhpAdapter.read(&work(), &plan, "n", &[report_of(BASELINE, Exit::Code(0), &records[..5])]);
    let run = cut.baseline.unwrap();
    assert!(!run.ended && run.tests[1].status == TestCaseStatus::Unfinished);
    let other = PhpAdapter.read(&work(), &plan, "m", &[report_of(BASELINE, Exit::Code(0), &records)]);
    assert!(other.baseline.unwrap().forged);
}

#[test]
fn q35_exit_0_without_an_assertion_counts_for_the_reference_only() {
    let records = [
        r#""event":"ready""#,
        r#""event":"start","count":1"#,
        r#""event":"begin","id":"a","name":"T::testA""#,
        r#""event":"end","id":"a","name":"T::testA","status":"skipped","assertions":0,"message":"risky","millis":3"#,
        r#""event":"cov","covered":[]"#,
        r#""event":"done","rc":0,"reference":0"#,
    ];
    let seen = report::read_run(&report_of(BASELINE, Exit::Code(0), &records), "n", &work().executable_lines);
    assert!(seen.reference.unwrap().tpr);
    assert!(seen.run.tests.iter().all(|test| test.status != TestCaseStatus::Passed));
}

#[test]
fn q36_coverage_does_not_depend_on_a_configuration_of_phpunit() {
    let plan = PhpAdapter.plan(&work(), &slot(), "n").unwrap();
    assert_eq!(plan.request.files.len(), 1, "no phpunit.xml");
    let uncovered = [
        r#""event":"ready""#,
        r#""event":"start","count":0"#,
        r#""event":"cov","covered":[]"#,
        r#""event":"done","rc":0,"reference":0"#,
    ];
    let seen = report::read_run(&report_of(BASELINE, Exit::Code(0), &uncovered), "n", &work().executable_lines);
    assert_eq!(seen.reference.unwrap().coverage, Some((0, 1)), "measured and nothing, not absent");
}

#[test]
fn who_is_at_fault_when_nothing_runs() {
    let read = |records: &[&str], code| {
        report::read_run(&report_of(BASELINE, Exit::Code(code), records), "n", &work().executable_lines)
    };
    let syntax = read(&[r#""event":"syntax","message":"unexpected\n  token""#], 3);
    assert_eq!(syntax.build, Build::Failed("unexpected token".to_owned()));
    assert!(!syntax.reference.unwrap().csr);
    let load = read(&[r#""event":"ready""#, r#""event":"load_error","message":"x""#], 3);
    assert!(matches!(load.build, Build::Failed(_)) && load.reference.unwrap().csr);
    let fault = read(&[r#""event":"fault","message":"x""#], 4);
    assert_eq!(fault.build, Build::Fault("x".to_owned()));
    let late = read(&[r#""event":"ready""#, r#""event":"fault","message":"x""#], 4);
    assert!(late.run.forged && late.build == Build::Unknown, "the suite's own doing");
}

#[test]
fn each_function_is_prepared_for_itself() {
    let focals = [(focal(), FILE.to_owned()), (focal(), "<?php\n".to_owned())];
    let requests = PhpAdapter.plan_preparation(&csv(), &focals);
    assert_eq!(requests.len(), 1);
    let asked = request(&requests[0].steps[0]);
    assert_eq!(asked["focals"][0]["file"], "/repo/csv/src/twice.php");
    assert_eq!(asked["focals"][1]["control"], serde_json::Value::Null);
    let pool = syntax::mutants(Language::Php, FILE, &focal());
    let (first, second) = (pool[0].number, pool[1].number);
    let records = [
        r#""event":"lines","index":0,"executable":[5]"#.to_owned(),
        r#""event":"control","index":0"#.to_owned(),
        format!(r#""event":"mutant","index":0,"mutant":{first}"#),
        format!(r#""event":"problem","index":0,"mutant":{second},"message":"Cannot\nload""#),
        r#""event":"problem","index":1,"mutant":null,"message":"gone""#.to_owned(),
        r#""event":"done","rc":0,"reference":0"#.to_owned(),
    ];
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    let mut step = report_of("prepare", Exit::Code(0), &records);
    step.report = step.report.replace("\"nonce\":\"n\"", "\"nonce\":\"preparation\"");
    let answers = PhpAdapter.read_preparation(&csv(), &focals, &[step]);
    let prepared = answers[0].as_ref().unwrap();
    assert_eq!(prepared.executable.0, [5]);
    assert_eq!(prepared.mutants.valid[0].number, first);
    assert_eq!(prepared.mutants.invalid[0].reason, "Cannot load");
    assert!(answers[1].as_ref().unwrap_err().starts_with("no PHP function"), "{answers:?}");
    assert!(PhpAdapter.read_preparation(&csv(), &focals[..1], &[])[0].is_err());
}
