//! What a well-behaved run sees and reports.

use sandbox::SandboxError;
use sandbox::protocol::Exit;

use crate::support::{Worker, gvisor, request, run, run_step, step};

#[tokio::test]
async fn a_session_answers_runs_and_ends() {
    let worker = Worker::new("runs");
    let mut session = worker.session().await;
    assert_eq!(worker.containers().await.len(), 1);

    for (script, exit) in [("true", Exit::Code(0)), ("exit 7", Exit::Code(7)), ("kill -9 $$", Exit::Signal(9))] {
        let report = run(&mut session, script).await;
        assert_eq!((report.exit, report.stopped, report.out_of_memory), (exit, None, false), "{script}");
    }

    let report = run(&mut session, "echo out; echo err >&2; echo '{\"private\":1}' >&3; echo out").await;
    assert_eq!((report.log.as_str(), report.printed_bytes), ("out\nerr\nout\n", 12));
    assert_eq!(report.report, "{\"private\":1}\n");

    let mut long = step("long", "seq 100000");
    long.log_bytes = 1000;
    let report = run_step(&mut session, long).await;
    // The digits and newlines of 1 to 100000.
    assert_eq!(report.printed_bytes, 588_895);
    assert!(report.log.starts_with("1\n2\n3\n") && report.log.ends_with("\n99999\n100000\n"), "{}", report.log);
    assert!(report.log.contains("bytes left out") && report.log.len() < 1100);

    let mut input = step("input", "cat; cat tests/a.txt; env; pwd");
    input.stdin = "to {dir}\n".into();
    input.env = [("WHERE".into(), "{dir}/x".into())].into();
    let asked = request(&[("tests/a.txt", "file\n")], vec![input]);
    let dir = format!("/work/s/{}", asked.id);
    let reports = session.run(&asked).await.unwrap();
    // Nothing of the image's or the container's own environment.
    let expected = format!("to {dir}\nfile\nWHERE={dir}/x\nPWD={dir}\n{dir}\n");
    assert_eq!(reports[0].log, expected);

    session.close().await.unwrap();
    assert!(worker.containers().await.is_empty());
}

#[tokio::test]
async fn required_steps_and_reset_steps() {
    let worker = Worker::new("steps");
    let mut session = worker.session().await;
    let mut build = step("build", "echo 'echo built' > tool; echo x > /tmp/x");
    build.required = true;
    // Leaves a message wherever it can, and looks for one.
    let suite = "ls; sh tool; ls /tmp; echo seen | tee note /tmp/note ../note /dev/shm/note; echo 'echo bad' > tool";
    let mut baseline = step("baseline", suite);
    (baseline.required, baseline.reset) = (true, true);
    let mut control = step("control", suite);
    control.reset = true;
    let reports = session.run(&request(&[], vec![build.clone(), baseline, control.clone()])).await.unwrap();
    let logs: Vec<_> = reports.iter().map(|report| (report.name.as_str(), report.log.as_str())).collect();
    assert_eq!(logs, [("build", ""), ("baseline", "tool\nbuilt\nseen\n"), ("control", "tool\nbuilt\nseen\n")]);

    build.argv[2] = "exit 1".into();
    let reports = session.run(&request(&[], vec![build, control])).await.unwrap();
    assert_eq!(reports.len(), 1);
    session.close().await.unwrap();
}

#[tokio::test]
async fn mistakes_of_ours_are_faults_and_the_session_goes_on() {
    let worker = Worker::new("faults");
    let mut session = worker.session().await;
    for path in ["../../tmp/x", "/tmp/x", "a/../../x"] {
        let error = session.run(&request(&[(path, "x")], vec![step("never", "true")])).await.unwrap_err();
        assert!(matches!(&error, SandboxError::Supervisor { cause, .. } if cause.contains(path)), "{error}");
    }
    let mut missing = step("missing", "");
    missing.argv = vec!["/no/such/program".into()];
    let error = session.run(&request(&[], vec![missing])).await.unwrap_err();
    assert!(matches!(&error, SandboxError::Supervisor { .. }) && error.to_string().contains("missing"), "{error}");

    let huge = "x".repeat(sandbox::protocol::MAX_FRAME as usize);
    let error = session.run(&request(&[("huge", &huge)], Vec::new())).await.unwrap_err();
    assert!(error.to_string().contains("longer than the limit"), "{error}");
    // Larger than the work area: does not fit, which is not the suite's doing.
    // (Under gVisor the limit on the size of files ends process 1 too.)
    let large = "x".repeat(40 << 20);
    let error = session.run(&request(&[("large", &large)], Vec::new())).await.unwrap_err();
    if gvisor() {
        assert!(matches!(&error, SandboxError::SessionDied { out_of_memory: false, .. }), "{error}");
        return session.close().await.unwrap();
    }
    assert!(matches!(&error, SandboxError::Supervisor { .. }), "{error}");

    assert_eq!(run(&mut session, "echo fine; ls /work/s/*").await.log, "fine\n");
    session.close().await.unwrap();
}
