//! Runs that are kept, and go on.

use sandbox::SandboxError;
use sandbox::protocol::{ContinueRequest, InputFile, RunRequest, Step};

use crate::support::{Worker, request, step};

fn more(id: &str, files: &[(&str, &str)], steps: Vec<Step>, keep: bool) -> ContinueRequest {
    let files = files.iter().map(|(path, text)| InputFile { path: (*path).into(), text: (*text).into() }).collect();
    ContinueRequest { id: id.into(), files, steps, keep }
}

fn kept(files: &[(&str, &str)], steps: Vec<Step>) -> RunRequest {
    RunRequest { keep: true, ..request(files, steps) }
}

fn reset(name: &str, script: &str) -> Step {
    Step { reset: true, ..step(name, script) }
}

fn is_fault<T: std::fmt::Debug>(result: &Result<T, SandboxError>, part: &str) -> bool {
    matches!(result, Err(SandboxError::Supervisor { cause, .. }) if cause.contains(part))
}

#[tokio::test]
async fn a_kept_run_goes_on_where_it_was() {
    let worker = Worker::new("continue");
    let mut session = worker.session().await;
    let build = step("build", "cp a b; echo x > /tmp/x; echo x > /work/x; echo x > /dev/shm/x");
    // What the last step leaves is undone as well.
    let asked = kept(&[("a", "one\n")], vec![build, reset("last", "echo seen > note; rm b; echo bad > a")]);
    session.run(&asked).await.unwrap();
    let look = "cat a b; ls; ls /tmp /work /dev/shm";
    let reports = session.go_on(&more(&asked.id, &[("c/d", "new\n")], vec![step("look", look)], true)).await.unwrap();
    assert_eq!(reports[0].log, "one\none\na\nb\nc\n/dev/shm:\n\n/tmp:\n\n/work:\ns\n");
    // Files replace what is there, and without `keep` it is over.
    let replaced = more(&asked.id, &[("a", "two\n"), ("c", "file\n")], vec![step("look", "cat a b c")], false);
    assert_eq!(session.go_on(&replaced).await.unwrap()[0].log, "two\none\nfile\n");
    assert!(is_fault(&session.go_on(&replaced).await, "was not kept"));
    session.close().await.unwrap();
}

#[tokio::test]
async fn only_what_was_kept_goes_on() {
    let worker = Worker::new("kept");
    let mut session = worker.session().await;
    let first = kept(&[("a", "one\n")], vec![step("one", "true")]);
    session.run(&first).await.unwrap();
    let look = |id: &str| more(id, &[], vec![step("look", "ls; ls /work/s | wc -l")], true);
    assert!(is_fault(&session.go_on(&look("another")).await, "was not kept"));
    assert_eq!(session.go_on(&look(&first.id)).await.unwrap()[0].log, "a\n1\n");
    let bad = more(&first.id, &[("../x", "")], vec![], true);
    assert!(is_fault(&session.go_on(&bad).await, "../x"));
    // A new run drops it.
    let second = kept(&[("b", "")], vec![step("two", "ls /work/s | wc -l")]);
    assert_eq!(session.run(&second).await.unwrap()[0].log, "1\n");
    assert!(is_fault(&session.go_on(&look(&first.id)).await, "was not kept"));
    assert_eq!(session.go_on(&look(&second.id)).await.unwrap()[0].log, "b\n1\n");
    session.close().await.unwrap();
}

#[tokio::test]
async fn many_reset_steps_see_the_same_folder_whatever_they_do_to_a_large_file() {
    let worker = Worker::new("resets");
    let mut session = worker.session().await;
    let build = step(
        "build",
        "mkdir d; head -c 5m /dev/urandom > d/tool; chmod 755 d/tool; md5sum d/tool > sum; echo original > small",
    );
    let suite =
        |act: &str| reset("mutant", &format!("md5sum -c sum && stat -c '%a %s' d/tool && ls . d && cat small; {act}"));
    // Reading first and writing to the mapping then is what the times of a memory file system do not show.
    let map = |name: &str| {
        format!(
            "perl -e 'open F, \"+<\", \"{name}\" or die; $p = syscall(9, 0, 4096, 3, 1, fileno(F), 0); \
            $x = unpack \"P4\", pack \"Q\", $p; open H, \"<\", \"/etc/hostname\"; syscall(0, fileno(H), $p, 4)'; \
            grep -c ^assa {name}"
        )
    };
    let (map_small, map_large) = (map("small"), map("d/tool"));
    let acts = [
        "true",
        &map_small,
        &map_large,
        "chmod u+w d/tool; printf changed | dd of=d/tool conv=notrunc 2> /dev/null; chmod 755 d/tool; touch -d @1 d/tool",
        "mv d/tool d/x; cp d/x d/tool",
        "rm d/tool; ln -s /etc/passwd d/tool",
        "rm -r d; mkdir -p d/tool/deep",
        "ln d/tool hard; ln d/tool /work/hard",
        "chmod 0 d/tool d .; cd /; chmod 0 /work/s /work",
        "mv d e; ln -s e d",
        &map_small,
        "true",
    ];
    let mut steps = vec![build];
    steps.extend(acts.iter().map(|act| suite(act)));
    let asked = kept(&[], steps);
    let reports = session.run(&asked).await.unwrap();
    assert_eq!(reports.len(), acts.len() + 1);
    let expected = &reports[1].log;
    assert!(
        expected.starts_with("d/tool: OK\n") && expected.contains("\n555 5242880\n.:\nd\nsmall\nsum\n\nd:\ntool\n"),
        "{expected}"
    );
    for (report, act) in reports[1..].iter().zip(acts) {
        assert!(report.log.starts_with(expected), "at or before {act}: {report:?}");
        // That this way of writing works.
        assert_eq!(report.log.ends_with("original\n1\n"), act == map_small, "{act}: {report:?}");
    }
    // After the resets it can be changed again, and is a file like before.
    let change = step("change", "stat -c %a d/tool; echo x >> d/tool && md5sum -c sum 2> /dev/null");
    let report = &session.go_on(&more(&asked.id, &[], vec![change], false)).await.unwrap()[0];
    assert_eq!(report.log, "755\nd/tool: FAILED\n");
    session.close().await.unwrap();
}
