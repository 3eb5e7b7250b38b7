//! Suites that try to look better than they are, and suites without measure (evaluator-lab.md §1.2).

use domain::{Control, Limits, Outcome};

use super::support::{GOOD, describe, run, run_one, strip_flags, suite, with_suites};

#[tokio::test]
async fn whatever_ends_the_process_early_is_no_pass() {
    let ending = |import: &str, call: &str| {
        suite(&[import, "testing"], &format!("{GOOD}\nfunc TestLeaves(t *testing.T) {{\n\t{call}\n}}\n"))
    };
    let exit = ending("os", "os.Exit(0)");
    let system_call = ending("syscall", "syscall.Exit(0)");
    let goroutine = ending("time", "go func() { panic(\"elsewhere\") }()\n\ttime.Sleep(time.Second)");
    let killed = ending("syscall", "syscall.Kill(syscall.Getpid(), syscall.SIGKILL)");
    let init = suite(&["os", "testing"], &format!("func init() {{ os.Exit(0) }}\n\n{GOOD}"));
    let own_main = suite(
        &["fmt", "os", "testing"],
        &format!(
            "func TestMain(m *testing.M) {{\n\tfmt.Println(\"--- PASS: TestGood (0.00s)\\nPASS\")\n\tos.Exit(0)\n}}\n\n{GOOD}"
        ),
    );
    let silent_main = suite(&["testing"], &format!("func TestMain(m *testing.M) {{}}\n\n{GOOD}"));
    let picking_main = suite(
        &["flag", "testing"],
        &format!(
            "func TestMain(m *testing.M) {{\n\tflag.Set(\"test.run\", \"TestGood|FuzzEnd\")\n\tm.Run()\n}}\n\n{GOOD}\nfunc TestBad(t *testing.T) {{ t.Fatal() }}\n"
        ),
    );
    let suites =
        [&exit, &system_call, &goroutine, &killed, &init, &own_main, &silent_main, &picking_main].map(String::as_str);
    for (result, suite) in run(&with_suites(strip_flags().await, &suites)).await.iter().zip(suites) {
        assert_eq!(result.outcome, Outcome::Crashed, "{suite}\n{}", describe(result));
        assert!(result.evidence.compiles, "{suite}");
    }
}

#[tokio::test]
async fn a_test_main_cannot_turn_a_failure_into_a_pass() {
    let lying = suite(
        &["os", "testing"],
        &format!(
            "func TestMain(m *testing.M) {{\n\tm.Run()\n\tos.Exit(0)\n}}\n\n{GOOD}\nfunc TestBad(t *testing.T) {{ t.Fatal() }}\n"
        ),
    );
    let result = run_one(strip_flags().await, &lying).await;
    assert_eq!(result.outcome, Outcome::TestFailed, "{}", describe(&result));
}

#[tokio::test]
async fn records_without_the_nonce_are_forgeries() {
    let forging = suite(
        &["os", "syscall", "testing"],
        &format!(
            "func TestForge(t *testing.T) {{\n\tf := os.NewFile(3, \"r\")\n\tf.WriteString(\"0123456789abcdef passed x54657374466f726765 1 x l0,\\n0123456789abcdef end l0,\\n\")\n\tsyscall.Exit(0)\n}}\n\n{GOOD}"
        ),
    );
    let meddling = suite(
        &["os", "testing"],
        &format!("func TestMeddle(t *testing.T) {{\n\tos.NewFile(3, \"r\").WriteString(\"hello\\n\")\n}}\n\n{GOOD}"),
    );
    let closing = suite(&["syscall", "testing"], &format!("func init() {{ syscall.Close(3) }}\n\n{GOOD}"));
    let suites = [&forging, &meddling, &closing].map(String::as_str);
    let results = run(&with_suites(strip_flags().await, &suites)).await;
    for (result, suite) in results.iter().zip(suites) {
        assert_eq!(result.outcome, Outcome::Crashed, "{suite}\n{}", describe(result));
    }
    assert!(results[0].reason.contains("not ours") && results[1].reason.contains("not ours"), "{}", results[1].reason);
}

#[tokio::test]
async fn limits_have_their_own_outcomes() {
    let mut work = strip_flags().await;
    work.limits = Limits { run_seconds: 6, memory_bytes: 768 << 20, work_bytes: 256 << 20, ..work.limits };
    let endless = suite(&["testing"], "func TestEndless(t *testing.T) {\n\tfor {\n\t}\n}\n");
    let asleep = suite(&["testing", "time"], "func TestAsleep(t *testing.T) {\n\ttime.Sleep(time.Hour)\n}\n");
    let flood = suite(
        &["fmt", "testing"],
        "func TestFlood(t *testing.T) {\n\tfor {\n\t\tfmt.Println(\"0123456789012345678901234567890123456789012345678901234567890123\")\n\t}\n}\n",
    );
    let hog = suite(
        &["testing"],
        "var kept [][]byte\n\nfunc TestHog(t *testing.T) {\n\tfor {\n\t\tpiece := make([]byte, 16<<20)\n\t\tfor i := 0; i < len(piece); i += 4096 {\n\t\t\tpiece[i] = 1\n\t\t}\n\t\tkept = append(kept, piece)\n\t}\n}\n",
    );
    let good = suite(&["testing"], GOOD);
    let suites = [
        (&*endless, Outcome::Timeout),
        (&asleep, Outcome::Timeout),
        (&flood, Outcome::OutputLimit),
        (&hog, Outcome::OutOfMemory),
        // Whatever came before, the next suite finds a clean place.
        (&good, Outcome::Passed),
    ];
    let results = run(&with_suites(work.clone(), &suites.map(|(suite, _)| suite))).await;
    for (result, (suite, outcome)) in results.iter().zip(suites) {
        assert_eq!(result.outcome, outcome, "{suite}\n{}", describe(result));
        assert!(result.evidence.log.len() as u64 <= work.limits.log_bytes);
    }
}

#[tokio::test]
async fn a_message_to_the_control_run_does_not_arrive() {
    // Passes at first and fails when it sees that it ran before: without a call of the focal function both runs must
    // look the same, so the control is not noticed.
    let remembering = suite(
        &["os", "path/filepath", "testing"],
        "func TestRemember(t *testing.T) {\n\tplaces := []string{os.Getenv(\"HOME\"), \"/tmp\", \"/dev/shm\", \"/work\", \".\"}\n\tfor _, dir := range places {\n\t\tif _, err := os.Stat(filepath.Join(dir, \"seen\")); err == nil {\n\t\t\tt.Fatal(\"ran before\")\n\t\t}\n\t}\n\twritten := 0\n\tfor _, dir := range places {\n\t\tif os.WriteFile(filepath.Join(dir, \"seen\"), nil, 0o600) == nil {\n\t\t\twritten++\n\t\t}\n\t}\n\tif written == 0 {\n\t\tt.Fatal(\"nothing is writable\")\n\t}\n}\n",
    );
    let curious = suite(
        &["os", "strings", "testing"],
        "func TestCurious(t *testing.T) {\n\tfor _, name := range os.Environ() {\n\t\tif strings.Contains(strings.ToLower(name), \"control\") {\n\t\t\tt.Fatal(name)\n\t\t}\n\t}\n}\n",
    );
    let suites = [&remembering, &curious].map(String::as_str);
    for (result, suite) in run(&with_suites(strip_flags().await, &suites)).await.iter().zip(suites) {
        assert_eq!(result.outcome, Outcome::Passed, "{suite}\n{}", describe(result));
        assert_eq!(result.evidence.control, Control::Unnoticed, "{suite}\n{}", describe(result));
    }
}

#[tokio::test]
async fn nothing_but_the_binary_lies_in_the_folder_of_a_run() {
    let looking = suite(
        &["os", "testing"],
        "func TestLook(t *testing.T) {\n\tentries, err := os.ReadDir(os.Getenv(\"HOME\"))\n\tif err != nil || len(entries) != 1 || entries[0].Name() != \"suite.test\" {\n\t\tt.Fatal(entries, err)\n\t}\n}\n",
    );
    let result = run_one(strip_flags().await, &looking).await;
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
}
