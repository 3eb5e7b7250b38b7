//! Forked suites that attack the server, the supervisor or the next suite.

use sandbox::SandboxError;
use sandbox::protocol::{Exit, Step};

use crate::servers::{fork, forked, perl, server};
use crate::support::{Worker, gvisor, refused, run, step};

/// Sets `@servers` to the processes of root that are not the supervisor.
const FIND: &str = "my @servers = grep { $_ != 1 && (stat \"/proc/$_\")[4] == 0 } map { m,(\\d+), } glob '/proc/[0-9]*'; \
    die \"@servers\" if @servers != 1; my $s = $servers[0];";

#[tokio::test]
async fn a_server_cannot_be_killed_stopped_or_slowed_down() {
    let worker = Worker::new("server-kill");
    let mut session = worker.session().await;
    let first = fork(&mut session, perl(&format!("{FIND} print $s"))).await.log;
    let all = "kill 9, $_ for grep { $_ != $$ } map { m,(\\d+), } glob '/proc/[0-9]*'; kill $_, $s or print \"$! \" \
        for 'KILL', 'STOP', 'TERM', 0; kill -9, $s or print $!; kill 9, -1";
    let report = fork(&mut session, perl(&format!("$| = 1; {FIND} {all}"))).await;
    assert_eq!(report.log, "Operation not permitted ".repeat(4) + "Operation not permitted");
    for tamper in [
        "prlimit --pid $S --nofile=1:1",
        "prlimit --pid $S",
        "renice -n 19 -p $S",
        "chrt -i -p 0 $S",
        "taskset -p 1 $S",
    ] {
        // In gVisor priority and affinity are numbers without any effect.
        if gvisor() && ["renice", "taskset"].iter().any(|tool| tamper.starts_with(tool)) {
            continue;
        }
        let code = format!("{FIND} $ENV{{S}} = $s; $ENV{{PATH}} = '/bin:/usr/bin'; exit system('{tamper}') >> 8");
        let report = fork(&mut session, perl(&code)).await;
        assert!(report.exit != Exit::Code(0) && refused(&report.log), "{tamper}: {report:?}");
    }
    assert_eq!(fork(&mut session, perl(&format!("{FIND} print $s"))).await.log, first);
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_server_and_the_supervisor_cannot_be_read_or_traced() {
    let worker = Worker::new("server-read");
    let mut session = worker.session().await;
    // Also from a process that has been started and not forked, which a tracer could prefer.
    // gVisor shows some things to every user: no secrets, and which descriptors there are, but not what is behind them.
    let (shown, listed) = if gvisor() { ("", "") } else { ("'environ', 'maps', 'auxv', 'fdinfo/3',", "'fd',") };
    for form in [None, Some("perl".to_owned())] {
        let files = format!(
            "{FIND} for my $p (1, $s) {{ for ({shown} 'mem', 'stack', 'syscall', 'io', 'fd/0', 'fd/3', \
            'fd/4', 'cwd/etc/passwd', 'root/etc/passwd', 'exe', 'map_files') {{ \
            next if (readlink \"/proc/$p/$_\" || '') eq '/dev/null'; \
            print \"$p/$_ is open\\n\" if open(F, '<', \"/proc/$p/$_\") && defined sysread(F, my $x, 1) }} \
            for ('fd/1', 'fd/3', 'fd/4', 'mem', 'oom_score_adj', 'clear_refs', 'comm', 'coredump_filter') {{ \
            next if (readlink \"/proc/$p/$_\" || '') eq '/dev/null'; \
            print \"$p/$_ can be written\\n\" if open(F, '>>', \"/proc/$p/$_\") }} \
            opendir(D, \"/proc/$p/$_\") and print \"$p/$_ can be listed\\n\" for {listed} 'map_files'; }} \
            -e $_ and print \"$_ is seen\\n\" for '/run/assay/perl.log'; opendir(D, '/run/assay') and print 'entered'; \
            print 'end'"
        );
        // Something has to be forked first, so that there is a server.
        let steps = vec![perl("1"), Step { server: form.clone(), ..perl(&files) }];
        let report = session.run(&forked(server(""), steps)).await.unwrap().remove(1);
        assert_eq!(report.log, "end", "{form:?}");
        // ptrace(PTRACE_ATTACH and SEIZE), process_vm_readv, pidfd_getfd, kcmp(KCMP_VM).
        let calls = format!(
            "{FIND} for my $p (1, $s) {{ my $b = 'x' x 8; my $v = pack 'PQ', $b, 8; my $f = syscall(434, $p, 0); \
            for ([101, 16, $p, 0, 0], [101, 0x4206, $p, 0, 0], [310, $p, $v, 1, pack('QQ', 4096, 8), 1, 0], \
            [438, $f, 3, 0], [312, $p, $$, 1, 0, 0]) {{ my $r = syscall(shift @$_, @$_); \
            print \"$p: $r $!\\n\" if $r >= 0 || $! !~ /not (permitted|implemented)/ }} }} print 'end'"
        );
        let steps = vec![perl("1"), Step { server: form.clone(), ..perl(&calls) }];
        let report = session.run(&forked(server(""), steps)).await.unwrap().remove(1);
        assert_eq!(report.log, "end", "{form:?}");
    }
    let status = fork(
        &mut session,
        perl(&format!("{FIND} open(F, '<', \"/proc/$s/status\"); print grep /^(Uid|Cap(Prm|Eff|Amb))/, <F>")),
    )
    .await;
    // Root, with the right to change user and group. gVisor does not list the last line.
    let expected = "Uid:\t0\t0\t0\t0\nCapPrm:\t00000000000000c0\nCapEff:\t00000000000000c0\n";
    let ambient = if gvisor() { "" } else { "CapAmb:\t0000000000000000\n" };
    assert_eq!(status.log, format!("{expected}{ambient}"));
    session.close().await.unwrap();
}

#[tokio::test]
async fn what_a_forked_suite_starts_is_gone_afterwards() {
    let worker = Worker::new("server-escape");
    let mut session = worker.session().await;
    let count =
        "print join ' ', grep { (stat \"/proc/$_\")[4] == 10001 && $_ != $$ } map { m,(\\d+), } glob '/proc/[0-9]*'";
    let escape = "use POSIX; $SIG{$_} = 'IGNORE' for keys %SIG; for (1..5) { if (!fork) { POSIX::setsid(); exit if fork; \
        POSIX::setsid(); fork; sleep 60 while 1 } } select undef, undef, undef, 0.3; print 'left'";
    let report = fork(&mut session, perl(escape)).await;
    assert_eq!((report.log.as_str(), report.exit), ("left", Exit::Code(0)));
    assert_eq!(fork(&mut session, perl(count)).await.log, "");
    // More processes than the host gives it end gVisor as a whole; `limits` has that.
    if gvisor() {
        return session.close().await.unwrap();
    }
    let mut bomb = perl("while (1) { fork }");
    bomb.wall_ms = 2000;
    let report = fork(&mut session, bomb).await;
    assert!(report.wall_ms < 15_000, "{report:?}");
    assert_eq!(fork(&mut session, perl(count)).await.log, "");
    // Processes that end and are replaced all the time, so that a list of them is always old.
    let mut hoppers = perl("fork for 1..4; while (1) { if (fork) { exit } }");
    hoppers.wall_ms = 2000;
    fork(&mut session, hoppers).await;
    assert_eq!(fork(&mut session, perl(count)).await.log, "");
    assert_eq!(run(&mut session, "echo fine").await.log, "fine\n");
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_forked_memory_hog_goes_alone() {
    let worker = Worker::new("server-memory");
    let mut session = worker.session().await;
    let find = perl(&format!("{FIND} print $s"));
    let first = fork(&mut session, find.clone()).await.log;
    let hog = perl("my $x = 'a' x (1 << 30); print length $x");
    if gvisor() {
        let error = session.run(&forked(server(""), vec![hog])).await.unwrap_err();
        assert!(matches!(&error, SandboxError::SessionDied { out_of_memory: true, .. }), "{error}");
        return;
    }
    let report = fork(&mut session, hog).await;
    assert!(report.out_of_memory, "{report:?}");
    assert_eq!((report.exit, report.log.as_str()), (Exit::Signal(9), ""));
    let hogs = perl("fork for 1..5; my $x = 'a' x (10 << 20); sleep 3; print 'end'");
    assert!(fork(&mut session, hogs).await.out_of_memory);
    assert_eq!(fork(&mut session, find).await.log, first);
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_forked_suite_finds_no_channel_of_another_step() {
    let worker = Worker::new("server-channels");
    let mut session = worker.session().await;
    // Descriptors of the server are closed or not there.
    let more = "for (4..50) { print \"$_ \" if open(F, '<&=', $_) && -p F } print 'end'";
    assert_eq!(fork(&mut session, perl(more)).await.log, "end");
    let argv = step("look", "ls /proc/$$/fd; ls /run/assay 2>&1 | tail -c 18");
    let report = session.run(&forked(server(""), vec![perl("1"), argv])).await.unwrap().remove(1);
    assert_eq!(report.log, "0\n1\n2\n3\nPermission denied\n");
    session.close().await.unwrap();
}
