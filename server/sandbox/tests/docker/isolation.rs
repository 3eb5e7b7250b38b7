//! Suites that try to get out, or to reach the next suite.

use sandbox::protocol::{Exit, RunRequest};

use crate::support::{Worker, gvisor, refused, request, run, small, step};

#[tokio::test]
async fn there_is_no_network() {
    let worker = Worker::new("network");
    let mut session = worker.session().await;
    let connect = "perl -MSocket -e 'for (@ARGV) { socket(S, PF_INET, SOCK_STREAM, 0) or die; \
        print \"$_: \", connect(S, sockaddr_in(80, inet_aton($_))) ? \"connected\" : $!, \"\\n\" }' 1.1.1.1 \
        169.254.169.254 172.17.0.1";
    let report = run(&mut session, connect).await;
    let answer = if gvisor() { "No route to host" } else { "Network is unreachable" };
    let expected = ["1.1.1.1", "169.254.169.254", "172.17.0.1"].map(|to| format!("{to}: {answer}\n"));
    assert_eq!(report.log, expected.concat());
    assert_eq!(run(&mut session, "getent hosts example.org").await.exit, Exit::Code(2));
    let list = "sed 1,2d /proc/net/dev | cut -d : -f 1 | tr -d ' '";
    assert_eq!(run(&mut session, list).await.log, "lo\n");
    session.close().await.unwrap();
}

/// Tests of servers and clients talk to themselves.
#[tokio::test]
async fn localhost_has_an_address_and_nothing_else_has() {
    let worker = Worker::new("localhost");
    let mut session = worker.session().await;
    let report = run(&mut session, "getent ahosts localhost").await;
    assert!(report.log.lines().any(|line| line.starts_with("127.0.0.1 ")), "{}", report.log);
    let named = run(&mut session, "cat /etc/hosts /etc/resolv.conf").await.log;
    let addresses = named
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().find(|word| word.contains(['.', ':'])));
    let outside: Vec<_> = addresses
        .filter(|to| {
            !to.starts_with("127.") && !to.starts_with("::1") && !to.starts_with("fe00::") && !to.starts_with("ff0")
        })
        .collect();
    assert_eq!(outside, [] as [&str; 0], "{named}");
    session.close().await.unwrap();
}

#[tokio::test]
async fn nothing_can_be_written_that_is_not_emptied() {
    let worker = Worker::new("writing");
    let mut session = worker.session().await;
    assert!(run(&mut session, "grep ' / ' /proc/mounts").await.log.split(' ').nth(3).unwrap().starts_with("ro,"));
    // World-writable in the image, so only the read-only root keeps it clean.
    for place in ["/var/tmp/x", "/opt/x"] {
        let report = run(&mut session, &format!("echo x > {place}")).await;
        assert!(report.log.contains("Read-only file system"), "{}", report.log);
    }
    let all = "find / \\( -path /proc -o -path /sys \\) -prune -o -type d -writable -print 2>/dev/null | sort";
    let report = run(&mut session, all).await;
    let places: Vec<_> = report.log.lines().filter(|line| !line.starts_with("/work/")).collect();
    let expected = ["/dev/mqueue", "/dev/shm", "/tmp", "/work"];
    assert_eq!(places, expected[usize::from(gvisor())..], "gVisor has no message queues");
    let options = run(&mut session, "grep -E ' (/work|/tmp) ' /proc/mounts").await.log;
    for line in options.lines() {
        // gVisor lists only the last.
        let options = ["nosuid", "nodev", "noatime"];
        assert!(options[if gvisor() { 2 } else { 0 }..].iter().all(|option| line.contains(option)), "{line}");
        assert_eq!(line.contains("noexec"), line.contains(" /tmp "), "{line}");
    }
    assert_eq!(options.lines().count(), 2);
    session.close().await.unwrap();
}

#[tokio::test]
async fn nothing_is_left_for_the_next_run() {
    let worker = Worker::new("leftovers");
    let mut session = worker.session().await;
    let queues = if gvisor() { "" } else { "/dev/mqueue" };
    let leave = format!(
        "for d in . .. /work /tmp /dev/shm {queues}; do touch $d/left || echo cannot write to $d; done; \
        mkdir -p /work/a/b /tmp/.c; ln -s /etc /work/a/etc; ipcmk -M 100 > /dev/null || echo no memory"
    );
    let report = run(&mut session, &leave).await;
    assert_eq!((report.exit, report.log.as_str()), (Exit::Code(0), ""));
    // Objects that would outlive every process cannot be made at all.
    if gvisor() {
        // It has no such limits: objects of System V stay until the container ends.
        return session.close().await.unwrap();
    }
    assert_ne!(run(&mut session, "ipcmk -Q").await.exit, Exit::Code(0));
    assert_ne!(run(&mut session, "ipcmk -S 1").await.exit, Exit::Code(0));
    let look = format!(
        "find /work /tmp /dev/shm {queues} -mindepth 1; for k in shm sem msg; do \
        tail -n +2 /proc/sysvipc/$k; done"
    );
    let asked = request(&[], vec![step("look", &look)]);
    let reports = session.run(&asked).await.unwrap();
    assert_eq!(reports[0].log, format!("/work/s\n/work/s/{}\n", asked.id));
    session.close().await.unwrap();
}

#[tokio::test]
async fn there_are_no_rights_to_use() {
    let worker = Worker::new("rights");
    let mut session = worker.session().await;
    let status =
        run(&mut session, "grep -E '^(Uid|Gid|Groups|Cap...|NoNewPrivs|Seccomp):' /proc/self/status").await.log;
    let value = |key: &str| {
        let line = status.lines().find(|line| line.starts_with(key)).unwrap_or_else(|| panic!("no {key} in {status}"));
        line[key.len()..].split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    // gVisor does not list the last two.
    let sets = ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"];
    for set in &sets[..if gvisor() { 3 } else { 4 }] {
        assert_eq!(value(set), ["0000000000000000"], "{set}");
    }
    // What the supervisor has bounds it; NoNewPrivs makes sure that none of it can be gained.
    assert_eq!(value("CapBnd:"), ["00000000000000e0"]);
    // Under gVisor the filter is around its own kernel.
    if !gvisor() {
        assert_eq!(value("NoNewPrivs:"), ["1"]);
        assert_eq!(value("Seccomp:"), ["2"]);
    }
    assert_eq!(value("Uid:"), ["10001"; 4]);
    assert_eq!(value("Gid:"), ["10001"; 4]);
    assert_eq!(value("Groups:"), Vec::<String>::new(), "{status}");
    for forbidden in [
        "mount -t tmpfs x /work",
        "unshare -Ur true",
        "chown 0 /work",
        "setpriv --reuid 0 true",
        "perl -e '$> = 0; $< = 0; exit($> && $<)'",
        "mknod n c 1 1",
        "hostname x",
    ] {
        // In gVisor everybody may have a user name space, in which nothing of others can be reached, and nodes of devices,
        // behind which there is nothing.
        let allowed = gvisor() && ["unshare", "mknod"].iter().any(|tool| forbidden.starts_with(tool));
        assert!(allowed || run(&mut session, forbidden).await.exit != Exit::Code(0), "{forbidden}");
    }
    session.close().await.unwrap();
}

#[tokio::test]
async fn the_supervisor_cannot_be_read_traced_forged_or_killed() {
    let worker = Worker::new("supervisor");
    let mut session = worker.session().await;
    let report = run(&mut session, "ls /proc/$$/fd; echo end").await;
    assert_eq!(report.log, "0\n1\n2\n3\nend\n");
    for forbidden in [
        "cat /proc/1/environ",
        "cat /proc/1/mem",
        "cat /proc/1/maps",
        "ls /proc/1/fd/",
        "head -c 4 /proc/1/exe",
        "echo forged > /proc/1/fd/1",
        "head -c 1 /proc/1/fd/0",
        "echo 1000 > /proc/1/oom_score_adj",
    ] {
        // gVisor shows these to every user. The image's environment is no secret, and addresses alone open nothing.
        if gvisor() && ["environ", "maps", "fd/"].iter().any(|shown| forbidden.ends_with(shown)) {
            continue;
        }
        let report = run(&mut session, forbidden).await;
        assert_ne!(report.exit, Exit::Code(0), "{forbidden}: {}", report.log);
        assert!(report.log.contains("ermission denied"), "{forbidden}: {}", report.log);
    }
    // ptrace(PTRACE_SEIZE, 1), pidfd_open(1), pidfd_getfd(pidfd, 1): by number, there is no tool for it.
    let trace = "perl -e 'print syscall(101, 0x4206, 1, 0, 0), \" $!\\n\"; $p = syscall(434, 1, 0); \
        print syscall(438, $p, 1, 0), \" $!\\n\"'";
    // gVisor does not know the last call.
    let answer = if gvisor() { "Function not implemented" } else { "Operation not permitted" };
    assert_eq!(run(&mut session, trace).await.log, format!("-1 Operation not permitted\n-1 {answer}\n"));
    // Signals do not reach the first process of a container from inside; the suite only hits itself.
    let report = run(&mut session, "kill -9 1; kill -STOP 1; kill -TERM 1; kill -9 -1; echo not reached").await;
    assert!(!report.log.contains("not reached") || report.exit == Exit::Code(0), "{report:?}");
    assert_eq!(run(&mut session, "echo fine").await.log, "fine\n");
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_suite_cannot_change_the_limits_or_the_priority_of_the_supervisor() {
    let worker = Worker::new("tamper");
    let mut session = worker.session().await;
    // The 19th field is the niceness, which the supervisor has from the engine.
    let state = "grep 'open files' /proc/1/limits; cut -d ' ' -f 19 /proc/1/stat";
    let before = run(&mut session, state).await.log;
    assert_eq!(before.split_whitespace().take(5).collect::<Vec<_>>(), ["Max", "open", "files", "256", "256"]);
    for tamper in
        ["prlimit --pid 1 --nofile=1:1", "prlimit --pid 1", "renice -n 19 -p 1", "chrt -i -p 0 1", "taskset -p 1 1"]
    {
        // In gVisor priority and affinity are numbers without any effect.
        if gvisor() && ["renice", "taskset"].iter().any(|tool| tamper.starts_with(tool)) {
            continue;
        }
        let report = run(&mut session, tamper).await;
        assert!(report.exit != Exit::Code(0) && refused(&report.log), "{tamper}: {report:?}");
    }
    assert_eq!(run(&mut session, state).await.log, before);
    session.close().await.unwrap();
}

#[tokio::test]
async fn survivors_are_gone_after_the_step() {
    let worker = Worker::new("survivors");
    let mut session = worker.session().await;
    let escape = "trap '' TERM HUP INT; (setsid sh -c 'trap \"\" TERM HUP; while :; do sleep 1; done' &); \
        perl -e 'fork and exit; setpgrp; fork and exit; $SIG{TERM} = \"IGNORE\"; open(O, \">\", \"/tmp/alive\"); sleep 99' & \
        (sleep 99 & sleep 99 &) ; sleep 1; ls /tmp";
    let processes = "set -- /proc/[0-9]*; echo $#";
    let asked = RunRequest { steps: vec![step("escape", escape), step("count", processes)], ..request(&[], vec![]) };
    let reports = session.run(&asked).await.unwrap();
    assert_eq!(reports[0].log, "alive\n");
    assert!(reports[0].wall_ms < 15_000, "{:?}", reports[0]);
    // The supervisor and the shell that counts.
    assert_eq!(reports[1].log, "2\n");
    assert_eq!(run(&mut session, processes).await.log, "2\n");
    session.close().await.unwrap();
}

#[tokio::test]
async fn the_limits_of_the_kernel_are_those_of_the_profile() {
    let worker = Worker::new("profile");
    let mut session = worker.session().await;
    let limits =
        run(&mut session, "ulimit -n; ulimit -f; ulimit -c; ulimit -t; cat /proc/self/oom_score_adj").await.log;
    // `ulimit -f` counts blocks of 512 bytes.
    assert_eq!(limits, "256\n32768\n0\n20\n1000\n");
    if gvisor() {
        // Its own kernel shows nothing of the host's groups.
        return session.close().await.unwrap();
    }
    let memory = "cat /sys/fs/cgroup/memory.max 2>/dev/null || cat /sys/fs/cgroup/memory/memory.limit_in_bytes";
    assert_eq!(run(&mut session, memory).await.log.trim(), small().memory_bytes.to_string());
    let pids = "cat /sys/fs/cgroup/pids.max 2>/dev/null || cat /sys/fs/cgroup/pids/pids.max";
    assert_eq!(run(&mut session, pids).await.log, "96\n");
    session.close().await.unwrap();
}
