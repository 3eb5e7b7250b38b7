//! Steps that are forked from a server.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use domain::Limits;
use sandbox::Session;
use sandbox::protocol::{ContinueRequest, Exit, RunRequest, Server, Step, StepReport, Stopped};

use crate::support::{Worker, gvisor, request, small, step};

/// The test server (`supervisor/tests/fork_server.pl`), or one with a fault.
pub(crate) fn server(fault: &str) -> Server {
    let argv = ["/usr/bin/perl", "/assay/test/fork_server.pl", "--server", fault].map(String::from).to_vec();
    Server { name: "perl".into(), argv, env: BTreeMap::new(), cwd: "/".into(), ready_ms: 10_000 }
}

/// A step that the server evaluates.
pub(crate) fn perl(code: &str) -> Step {
    let argv = ["/usr/bin/perl", "/assay/test/fork_server.pl"].map(String::from).to_vec();
    Step { argv, stdin: code.into(), server: Some("perl".into()), ..step("forked", "") }
}

pub(crate) fn forked(server: Server, steps: Vec<Step>) -> RunRequest {
    RunRequest { servers: vec![server], ..request(&[], steps) }
}

/// Runs one forked step, which must really have been forked.
pub(crate) async fn fork(session: &mut Box<dyn Session>, step: Step) -> StepReport {
    let mut reports = session.run(&forked(server(""), vec![step])).await.unwrap();
    let report = reports.remove(0);
    assert_eq!(report.server_failed, None);
    report
}

#[tokio::test]
async fn a_forked_step_is_like_any_other() {
    let worker = Worker::new("forked");
    let mut session = worker.session().await;
    let mut all = perl(
        "print \"out\\n\"; print STDERR \"err {dir}\\n\"; open(R, '>&=', 3); syswrite R, 'private'; \
        print join(',', map { \"$_=$ENV{$_}\" } sort keys %ENV), \"\\n\"; use Cwd; print getcwd(), \" $< $> $( $)\\n\"; \
        open(L, '<', '/proc/self/limits'); print grep /cpu/, <L>; open(S, '<', '/proc/self/status'); \
        print grep /^(Cap(Prm|Eff)|NoNew)/, <S>; open(O, '<', '/proc/self/oom_score_adj'); print <O>; exit 3",
    );
    all.env = [("A".to_owned(), "{dir}=x".to_owned())].into();
    let asked = forked(server(""), vec![all.clone()]);
    let dir = format!("/work/s/{}", asked.id);
    let report = session.run(&asked).await.unwrap().remove(0);
    let expected = format!(
        "out\nerr {dir}\nA={dir}=x\n{dir} 10001 10001 10001 10001 10001 10001\nMax cpu time              20                   \
        21                   seconds   \nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n{}1000\n",
        // gVisor does not list it.
        if gvisor() { "" } else { "NoNewPrivs:\t1\n" }
    );
    assert_eq!((report.log.as_str(), report.report.as_str()), (expected.as_str(), "private"));
    assert_eq!((report.exit, report.server_failed), (Exit::Code(3), None));
    // The same without the server, and what it opens again.
    for form in [None, Some("perl".to_owned())] {
        let both =
            Step { server: form, ..perl("open(O, '>', '/dev/stdout') or die $!; syswrite O, 'again'; kill 9, $$") };
        let report = session.run(&forked(server(""), vec![both])).await.unwrap().remove(0);
        assert_eq!((report.log.as_str(), report.exit), ("again", Exit::Signal(9)));
    }
    session.close().await.unwrap();
}

#[tokio::test]
async fn one_server_serves_many_steps_over_runs_and_continuations() {
    let worker = Worker::new("server-many");
    let mut session = worker.session().await;
    // A suite sees the state of the server, never that of another suite.
    let code = "$main::count++; print \"$main::count \", -e 'note' ? 1 : 0, -e '/tmp/note' ? 1 : 0; \
        open(N, '>', $_) for 'note', '/tmp/note'; open(P, '<', '/proc/' . getppid() . '/stat'); print ' ', getppid()";
    let step = Step { reset: true, ..perl(code) };
    let first = RunRequest { keep: true, ..forked(server(""), vec![step.clone(); 25]) };
    let began = Instant::now();
    let mut reports = session.run(&first).await.unwrap();
    let more = ContinueRequest { id: first.id.clone(), files: Vec::new(), steps: vec![step.clone(); 25], keep: false };
    reports.extend(session.go_on(&more).await.unwrap());
    println!("{} ms for 50 forks", began.elapsed().as_millis());
    assert_eq!(reports.len(), 50);
    for report in &reports {
        // It has been left to the supervisor by the process between it and the server.
        assert_eq!((report.log.as_str(), &report.server_failed), ("1 00 1", &None), "{report:?}");
    }
    // Still the same server; another description is another server.
    let which = |server: Server| {
        forked(
            server,
            vec![perl("print join ' ', grep { (stat \"/proc/$_\")[4] == 0 } map { m,(\\d+), } glob '/proc/[0-9]*'")],
        )
    };
    let one = session.run(&which(server(""))).await.unwrap()[0].log.clone();
    let two = session.run(&which(server(""))).await.unwrap()[0].log.clone();
    let other = Server { env: [("A".to_owned(), "b".to_owned())].into(), ..server("") };
    let three = session.run(&which(other)).await.unwrap()[0].log.clone();
    assert!(
        one == two && one.split(' ').count() == 2 && one != three && three.split(' ').count() == 2,
        "{one}, {three}"
    );
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_server_that_does_not_work_is_done_without() {
    let worker = Worker::new("server-faults");
    for (fault, why) in [
        ("never-ready", "did not start: it did not answer within 700 ms; it said: what the server says"),
        ("ends", "did not start: it ended; it said: what the server says"),
        ("dies", "it ended"),
        ("refuses", "not today"),
        ("hangs", "did not answer within 5000 ms"),
    ] {
        let mut session = worker.session().await;
        let broken = Server { ready_ms: if fault == "never-ready" { 700 } else { 10_000 }, ..server(fault) };
        let steps = if fault == "hangs" { 1 } else { 5 };
        let began = Instant::now();
        let reports = session.run(&forked(broken, vec![perl("print 'ran'"); steps])).await.unwrap();
        assert!(began.elapsed() < Duration::from_secs(20), "{fault}");
        for report in &reports {
            assert_eq!((report.log.as_str(), report.exit), ("ran", Exit::Code(0)), "{fault}");
            let said = report.server_failed.as_deref().unwrap_or_default();
            assert!(said.contains(why), "{fault}: {said:?}");
            assert!(report.wall_ms < 4000, "{fault}: {report:?}");
        }
        session.close().await.unwrap();
    }
    let mut session = worker.session().await;
    let mut unknown = perl("print 'ran'");
    unknown.server = Some("julia".into());
    let report = session.run(&forked(server(""), vec![unknown])).await.unwrap().remove(0);
    assert_eq!((report.log.as_str(), report.server_failed.as_deref()), ("ran", Some("no such server was described")));
    session.close().await.unwrap();
}

#[tokio::test]
async fn nothing_hangs_when_a_forked_process_ends_early() {
    let worker = Worker::new("server-early");
    let mut session = worker.session().await;
    let large = "x".repeat(3 << 20);
    let mut stillborn = perl(&large);
    stillborn.wall_ms = 20_000;
    let report = session.run(&forked(server("stillborn"), vec![stillborn])).await.unwrap().remove(0);
    assert_eq!((report.exit, report.stopped, report.server_failed), (Exit::Code(5), None, None));
    assert!(report.wall_ms < 5000, "{}", report.wall_ms);
    // A suite that cannot even start where it should.
    let mut lost = perl(&large);
    lost.cwd = "{dir}/nowhere".into();
    let report = fork(&mut session, lost).await;
    assert_eq!((report.exit, report.stopped), (Exit::Code(99), None));
    // Large input arrives whole.
    let report = fork(&mut session, perl(&format!("print length '{large}'"))).await;
    assert_eq!(report.log, large.len().to_string());
    session.close().await.unwrap();
}

#[tokio::test]
async fn the_limits_hold_for_forked_steps() {
    let worker = Worker::new("server-limits");
    let mut session = worker.session().await;
    let mut sleeper = perl("$SIG{$_} = 'IGNORE' for keys %SIG; sleep 60 while 1");
    sleeper.wall_ms = 500;
    let report = fork(&mut session, sleeper).await;
    assert_eq!((report.stopped, report.exit), (Some(Stopped::WallTime), Exit::Signal(9)));
    for (code, signal) in [("1 while 1", 24), ("$SIG{XCPU} = 'IGNORE'; 1 while 1", 9)] {
        let mut looper = perl(code);
        looper.cpu_seconds = 1;
        let report = fork(&mut session, looper).await;
        assert_eq!((report.stopped, report.exit), (Some(Stopped::CpuTime), Exit::Signal(signal)));
        assert!((500..4000).contains(&report.cpu_ms), "{}", report.cpu_ms);
    }
    let report = fork(&mut session, perl("print 'x' x 1000 while 1")).await;
    assert_eq!(report.stopped, Some(Stopped::OutputLimit));
    assert!(report.printed_bytes > 1 << 20 && report.printed_bytes < 4 << 20, "{}", report.printed_bytes);
    let report = fork(&mut session, perl("open(R, '>&=', 3); syswrite R, 'x' x 1000 while 1")).await;
    assert_eq!((report.stopped, report.report.len()), (Some(Stopped::ReportLimit), 16 << 10));
    assert_eq!(fork(&mut session, perl("print 'fine'")).await.log, "fine");
    session.close().await.unwrap();
}

/// Not a limit to hold, because the machine may be busy; the figures, of the best of some runs, are for people.
#[tokio::test]
async fn what_a_step_costs() {
    let worker = Worker::new("server-cost");
    let mut session = worker.session_with(Limits { cpu_millis: 2000, ..small() }).await;
    let steps = 20;
    let mut cost = async |what: &str, build: &str, step: Step| {
        let mut asked = forked(server(""), vec![step; steps + 1]);
        asked.steps[0] = crate::support::step("build", build);
        let mut best = Duration::MAX;
        for _ in 0..5 {
            // The first step of all and starting the server are left out.
            let first = RunRequest { steps: asked.steps[..2].to_vec(), keep: true, ..asked.clone() };
            session.run(&first).await.unwrap();
            let steps = asked.steps[1..].to_vec();
            let more = ContinueRequest { id: asked.id.clone(), files: Vec::new(), steps, keep: false };
            let began = Instant::now();
            let reports = session.go_on(&more).await.unwrap();
            best = best.min(began.elapsed());
            assert!(reports.len() == asked.steps.len() - 1 && reports.iter().all(|r| r.server_failed.is_none()));
        }
        println!("{what}: {:.2} ms per step", best.as_secs_f64() * 1000.0 / steps as f64);
    };
    let nothing = Step { argv: vec!["/bin/true".into()], ..step("true", "") };
    let reset = |step: &Step| Step { reset: true, ..step.clone() };
    let binary = "head -c 5m /dev/zero > tool";
    cost("argv, /bin/true", "true", nothing.clone()).await;
    cost("argv, /bin/true, reset", "true", reset(&nothing)).await;
    cost("argv, /bin/true, reset, 5 MB", binary, reset(&nothing)).await;
    cost("argv, perl", "true", Step { server: None, ..perl("1") }).await;
    cost("forked", "true", perl("1")).await;
    cost("forked, reset", "true", reset(&perl("1"))).await;
    session.close().await.unwrap();
}
