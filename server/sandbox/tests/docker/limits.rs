//! Suites that use more than they may.

use std::time::Instant;

use domain::Limits;
use sandbox::SandboxError;
use sandbox::protocol::{Exit, Stopped};

use crate::support::{Worker, ends_its_container, gvisor, request, run, run_step, small, step};

#[tokio::test]
async fn time_and_output_are_limited() {
    let worker = Worker::new("time");
    let mut session = worker.session().await;

    let mut sleeper = step("sleeper", "trap '' TERM INT HUP; while :; do sleep 1; done");
    sleeper.wall_ms = 500;
    let report = run_step(&mut session, sleeper).await;
    assert_eq!((report.stopped, report.exit), (Some(Stopped::WallTime), Exit::Signal(9)));
    assert!((500..10_000).contains(&report.wall_ms), "{}", report.wall_ms);

    let mut looper = step("looper", "trap '' XCPU; while :; do :; done");
    looper.cpu_seconds = 1;
    let report = run_step(&mut session, looper).await;
    assert_eq!((report.stopped, report.exit), (Some(Stopped::CpuTime), Exit::Signal(9)));
    assert!((500..3000).contains(&report.cpu_ms), "{}", report.cpu_ms);

    let report = run(&mut session, "yes flood").await;
    assert_eq!(report.stopped, Some(Stopped::OutputLimit));
    assert!(report.printed_bytes > 1 << 20 && report.printed_bytes < 4 << 20, "{}", report.printed_bytes);
    assert!(report.log.len() < 17 << 10);

    let report = run(&mut session, "yes flood >&3").await;
    assert_eq!((report.stopped, report.report.len()), (Some(Stopped::ReportLimit), 16 << 10));
    assert_eq!(report.printed_bytes, 0);

    assert_eq!(run(&mut session, "echo fine").await.log, "fine\n");
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_fork_bomb_stays_small_and_is_gone_afterwards() {
    let worker = Worker::new("fork");
    let mut bomb = step("bomb", "bomb() { bomb | bomb & }; bomb 2> /dev/null; sleep 2; echo end");
    if gvisor() {
        bomb.wall_ms = 60_000;
        return ends_its_container(&worker, bomb, false).await;
    }
    let mut session = worker.session().await;
    bomb.wall_ms = 6000;
    let report = run_step(&mut session, bomb).await;
    assert!(report.wall_ms < 15_000, "{report:?}");
    let count = "i=0; while [ $i -lt 100 ]; do sleep 9 2>/dev/null & i=$((i+1)); done; set -- /proc/[0-9]*; echo $#";
    let report = run(&mut session, count).await;
    // A shell that cannot fork ends; either way there were never more than the limit and the supervisor.
    assert!(report.exit == Exit::Code(2) || report.log.trim().parse::<u32>().is_ok_and(|n| n <= 65), "{report:?}");
    let report = run(&mut session, "set -- /proc/[0-9]*; echo $#").await;
    assert_eq!(report.log, "2\n", "the supervisor and this shell");
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_memory_hog_is_told_apart() {
    let worker = Worker::new("memory");
    if gvisor() {
        let hog = step("hog", "exec perl -e '$x = \"a\" x (1 << 30); print length $x'");
        return ends_its_container(&worker, hog, true).await;
    }
    let mut session = worker.session().await;
    let report = run(&mut session, "exec perl -e '$x = \"a\" x (1 << 30); print length $x'").await;
    assert!(report.out_of_memory, "{report:?}");
    assert_eq!((report.exit, report.log.as_str()), (Exit::Signal(9), ""));
    // A child of a main process that survives.
    let report = run(&mut session, "perl -e '$x = \"a\" x (1 << 30)'; echo after").await;
    assert!(report.out_of_memory && report.log.ends_with("after\n"), "{report:?}");
    let report = run(&mut session, "exec perl -e '$x = \"a\" x (50 << 20)'").await;
    assert_eq!((report.out_of_memory, report.exit), (false, Exit::Code(0)));
    assert!(report.max_rss_bytes > 50 << 20 && report.max_rss_bytes < 256 << 20, "{}", report.max_rss_bytes);
    session.close().await.unwrap();
}

#[tokio::test]
async fn many_small_hogs_cannot_take_the_supervisor_with_them() {
    let worker = Worker::new("hogs");
    let hogs = "for i in $(seq 50); do perl -e '$x = \"a\" x (8 << 20); sleep 5' & done; sleep 3; echo end";
    if gvisor() {
        return ends_its_container(&worker, step("hogs", &hogs.replace("echo end", "sleep 20")), true).await;
    }
    let mut session = worker.session().await;
    let report = run(&mut session, hogs).await;
    assert!(report.out_of_memory, "{report:?}");
    assert_eq!(run(&mut session, "echo fine").await.log, "fine\n");
    session.close().await.unwrap();
}

#[tokio::test]
async fn files_are_limited_in_size_and_number() {
    let worker = Worker::new("disk");
    let mut session = worker.session().await;
    // 32 MB of work area; one file may have 16 MB.
    let report = run(&mut session, "for i in 1 2 3; do head -c 15m /dev/zero > f$i || echo failed $i; done").await;
    assert!(report.log.contains("No space left on device") && report.log.contains("failed 3"), "{}", report.log);
    assert!(!report.log.contains("failed 1"));
    // 8 MB of /tmp.
    let report = run(&mut session, "head -c 15m /dev/zero > /tmp/f").await;
    assert!(report.log.contains("No space left on device"), "{}", report.log);
    let report = run(&mut session, "exec head -c 17m /dev/zero > large").await;
    // SIGXFSZ, or the error that comes when it is ignored.
    assert!(report.exit == Exit::Signal(25) || report.log.contains("File too large"), "{report:?}");
    let report = run(&mut session, "perl -e 'open($f[$_], \"<\", \"/dev/null\") or die \"$_: $!\" for 0..300'").await;
    assert!(report.log.contains("Too many open files"), "{}", report.log);
    // gVisor counts no files; there only memory limits their number.
    if !gvisor() {
        let mut many = step("many", "perl -e 'for (0..110000) { open(F, \">\", \"n$_\") or die \"$_: $!\" }'");
        many.wall_ms = 120_000;
        let report = run_step(&mut session, many).await;
        assert!(report.log.contains("No space left on device"), "{report:?}");
    }
    let used = run(&mut session, "ls -A . /tmp; df --output=used /work /tmp").await.log;
    assert_eq!(used.split_whitespace().collect::<Vec<_>>(), [".:", "/tmp:", "Used", "0", "0"]);
    session.close().await.unwrap();
}

#[tokio::test]
async fn filling_memory_with_files_is_out_of_memory_and_never_a_fault() {
    let worker = Worker::new("tmpfs");
    let limits = Limits { memory_bytes: 64 << 20, work_bytes: 512 << 20, file_bytes: 512 << 20, ..small() };
    let mut session = worker.session_with(limits).await;
    let hog = request(&[], vec![step("hog", "head -c 300m /dev/zero > f; head -c 300m /dev/zero > g; echo end")]);
    match session.run(&hog).await {
        Ok(reports) => assert!(reports[0].out_of_memory, "{reports:?}"),
        Err(SandboxError::SessionDied { out_of_memory, .. }) => assert!(out_of_memory),
        Err(other) => panic!("{other}"),
    }
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_tree_that_is_hard_to_remove_is_removed() {
    let worker = Worker::new("tree");
    let mut session = worker.session().await;
    let began = Instant::now();
    let deep =
        "perl -e 'for (1..20000) { mkdir \"dddddddddd\" or die $!; chdir \"dddddddddd\" or die $! } print \"deep\"';
        mkdir locked; touch locked/file; chmod 0 locked; cd /; chmod 0 /work /work/s /tmp $OLDPWD";
    let report = run(&mut session, deep).await;
    assert!(report.log.starts_with("deep"), "{}", report.log);
    assert_eq!(run(&mut session, "ls -A . /tmp; stat -c %a /work /work/s . /tmp").await.log, {
        ".:\n\n/tmp:\n700\n700\n700\n700\n"
    });
    assert!(began.elapsed().as_secs() < 60);
    session.close().await.unwrap();
}
