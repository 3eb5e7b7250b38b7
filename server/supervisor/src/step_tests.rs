use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::*;

/// A step that runs a shell script with generous limits.
pub(crate) fn shell(script: &str) -> Step {
    Step {
        name: "step".into(),
        argv: ["/bin/sh", "-c", script].map(String::from).to_vec(),
        env: BTreeMap::from([("PATH".into(), "/usr/bin:/bin".into())]),
        cwd: "/".into(),
        stdin: String::new(),
        wall_ms: 20_000,
        cpu_seconds: 20,
        output_bytes: 1 << 20,
        log_bytes: 64 << 10,
        report_bytes: 64 << 10,
        required: false,
        reset: false,
        server: None,
    }
}

fn run_here(step: &Step) -> Result<StepReport, StepError> {
    static LOW: OnceLock<Vec<OwnedFd>> = OnceLock::new();
    LOW.get_or_init(|| sys::keep_low_descriptors().unwrap());
    let around = Surroundings { folder: "/tmp", territory: &Territory::Group, host: None };
    run(step, &around, &mut Servers::new(Path::new("/nowhere")))
}

fn ran(script: &str) -> StepReport {
    run_here(&shell(script)).unwrap()
}

#[test]
fn exit_codes_and_signals_are_told_apart() {
    assert_eq!(ran("exit 7").exit, Exit::Code(7));
    assert_eq!(ran("kill -9 $$").exit, Exit::Signal(9));
    let fine = ran("true");
    assert_eq!((fine.exit, fine.stopped, fine.printed_bytes), (Exit::Code(0), None, 0));
}

#[test]
fn output_and_errors_come_in_order_and_the_report_apart() {
    let report = ran("echo one; echo two >&2; echo three; echo private >&3");
    assert_eq!(report.log, "one\ntwo\nthree\n");
    assert_eq!(report.report, "private\n");
}

#[test]
fn the_environment_and_folder_are_exactly_those_given() {
    let mut step = shell("env; pwd; cat; echo $0");
    step.argv.push("{dir}/arg".into());
    step.env = BTreeMap::from([("A".into(), "{dir}/a".into())]);
    step.cwd = "{dir}".into();
    step.stdin = "in {dir}\n".into();
    let log = run_here(&step).unwrap().log;
    assert_eq!(log, "A=/tmp/a\nPWD=/tmp\n/tmp\nin /tmp\n/tmp/arg\n");
}

#[test]
fn a_step_leads_a_session_of_its_own_and_is_the_first_to_go_when_memory_runs_out() {
    // Fields 5 and 6 of stat are process group and session.
    assert_eq!(ran("read -r _ _ _ _ group session _ < /proc/$$/stat; echo $((group-$$)) $((session-$$))").log, "0 0\n");
    assert_eq!(ran("ulimit -c; ulimit -t; cat /proc/$$/oom_score_adj").log, "0\n20\n1000\n");
}

#[test]
fn a_large_input_that_nobody_reads_does_not_hang() {
    let mut step = shell("exit 3");
    step.stdin = "x".repeat(1 << 20);
    assert_eq!(run_here(&step).unwrap().exit, Exit::Code(3));
    step = shell("wc -c");
    step.stdin = "x".repeat(1 << 20);
    assert_eq!(run_here(&step).unwrap().log.trim(), "1048576");
}

#[test]
fn wall_time_ends_a_sleeper() {
    let mut step = shell("trap '' TERM; sleep 60");
    step.wall_ms = 200;
    let report = run_here(&step).unwrap();
    assert_eq!((report.stopped, report.exit), (Some(Stopped::WallTime), Exit::Signal(9)));
    assert!((200..5000).contains(&report.wall_ms), "{}", report.wall_ms);
}

#[test]
fn processor_time_ends_a_loop_even_below_a_shell() {
    for script in ["while :; do :; done", "sh -c 'while :; do :; done'; exit $?"] {
        let mut step = shell(script);
        step.cpu_seconds = 1;
        let report = run_here(&step).unwrap();
        assert_eq!(report.stopped, Some(Stopped::CpuTime), "{report:?}");
        assert!(report.cpu_ms >= 500, "{report:?}");
    }
}

#[test]
fn a_death_by_signal_that_used_little_time_is_not_blamed_on_the_limit() {
    assert_eq!(ran("kill -9 $$").stopped, None);
    assert_eq!(ran("exit 137").stopped, None);
}

#[test]
fn a_flood_of_output_is_stopped_and_memory_stays_bounded() {
    let mut step = shell("yes");
    (step.output_bytes, step.log_bytes) = (100_000, 1000);
    let report = run_here(&step).unwrap();
    assert_eq!(report.stopped, Some(Stopped::OutputLimit));
    assert!(report.printed_bytes > 100_000 && report.printed_bytes < 3_000_000, "{}", report.printed_bytes);
    assert!(report.log.len() < 1100 && report.log.contains("bytes left out"), "{}", report.log.len());
}

#[test]
fn a_short_flood_counts_although_the_process_may_have_ended_before_it_was_read() {
    let mut step = shell("printf 12345");
    step.output_bytes = 4;
    assert_eq!(run_here(&step).unwrap().stopped, Some(Stopped::OutputLimit));
    // The same without a race.
    let mut seen = Observed {
        log: HeadAndTail::new(100),
        report: Bounded::new(100),
        stopped: None,
        exit: None,
        cpu: Duration::ZERO,
        max_rss_bytes: 0,
        out_of_memory: false,
    };
    seen.log.push(b"1234");
    assert_eq!(seen.why_stopped(&step, Exit::Code(0)), None);
    seen.log.push(b"5");
    assert_eq!(seen.why_stopped(&step, Exit::Code(0)), Some(Stopped::OutputLimit));
}

#[test]
fn a_flood_of_reports_is_stopped() {
    let mut step = shell("yes >&3");
    step.report_bytes = 10;
    let report = run_here(&step).unwrap();
    assert_eq!((report.stopped, report.report.as_str()), (Some(Stopped::ReportLimit), "y\ny\ny\ny\ny\n"));
}

#[test]
fn children_that_hold_the_pipes_do_not_hold_up_the_end() {
    let report = ran("sleep 60 & sleep 60 & echo done");
    assert_eq!((report.exit, report.log.as_str()), (Exit::Code(0), "done\n"));
    assert!(report.wall_ms < 5000);
}

/// Tries to run a program that is not there from a folder; whether that is a fault of ours.
fn is_our_fault(program: &str, cwd: &str) -> bool {
    let mut step = shell("");
    (step.argv, step.cwd) = (vec![program.into()], cwd.into());
    match run_here(&step) {
        Err(StepError::Fault(_)) => true,
        Err(other) => panic!("{other:?}"),
        Ok(report) => {
            assert!(matches!(report.exit, Exit::Code(126 | 127)), "{report:?}");
            assert!(report.log.starts_with("cannot run "), "{report:?}");
            false
        }
    }
}

#[test]
fn what_is_not_in_the_image_is_our_fault() {
    assert!(is_our_fault("/no/such/program", "/"));
    assert!(is_our_fault("/no/such/program", "{dir}"));
    assert!(is_our_fault("no-such-program", "{dir}"));
    assert!(is_our_fault("/bin/true", "/no/such/folder"));
}

#[test]
fn what_an_earlier_step_should_have_left_is_not() {
    assert!(!is_our_fault("{dir}/no-such-program-of-assay", "/"));
    assert!(!is_our_fault("./no-such-program-of-assay", "{dir}"));
    assert!(!is_our_fault("/bin/true", "{dir}/no-such-folder-of-assay"));
}

#[test]
fn use_of_time_and_memory_is_measured() {
    let report = ran("head -c 30m /dev/zero | tail -c 30m | wc -c");
    assert_eq!(report.log.trim(), "31457280");
    assert!(report.max_rss_bytes > 30 << 20 && report.max_rss_bytes < 300 << 20, "{}", report.max_rss_bytes);
    assert!(report.cpu_ms < 5000);
}
