//! Suites as models write them. Expected lines were counted by hand in the source of cobra 1.8.1.

use domain::{Control, Outcome, TestCaseStatus};

use super::support::{GOOD, describe, image, run, run_one, strip_flags, suite, with_suites};

const HONEST: &str = include_str!("suites/honest_test.go");

#[tokio::test]
async fn an_honest_suite_passes_with_the_lines_it_covers() {
    let work = strip_flags().await;
    assert_eq!((work.focal.start_line, work.focal.end_line), (645, 681));
    // Every statement of evaluator-lab.md §2.5, where `for` is on line 655 behind its label.
    let executable = [646, 647, 649, 651, 652, 655, 656, 657, 658, 661, 665, 669, 670, 672, 673, 676, 680];
    assert_eq!(work.executable_lines.0, executable);
    let result = run_one(work, HONEST).await;
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
    let evidence = &result.evidence;
    assert!(evidence.invokes && evidence.compiles);
    assert_eq!(evidence.control, Control::Noticed);
    let coverage = evidence.coverage.as_ref().unwrap();
    assert_eq!(coverage.executable, 17);
    // Not: the empty list (647), `--` (661), a flag at the end (670).
    assert_eq!(coverage.covered, [646, 649, 651, 652, 655, 656, 657, 658, 665, 669, 672, 673, 676, 680]);
    let reference = evidence.reference.as_ref().unwrap();
    assert!(reference.csr && reference.tpr && reference.ir);
    // Of the blocks in evaluator-lab.md §2.5 those of 647, 661 and 670 did not run.
    assert_eq!(reference.coverage.map(|(_, total)| total), Some(32));
    let tests: Vec<_> = evidence.tests.iter().map(|t| (t.name.as_str(), t.status)).collect();
    assert_eq!(tests, [("TestWords", TestCaseStatus::Passed), ("TestFlagWithValue", TestCaseStatus::Passed)]);
}

#[tokio::test]
async fn failures_keep_their_message_and_coverage() {
    let failing = suite(
        &["testing"],
        "func TestEmpty(t *testing.T) {\n\tif got := stripFlags(nil, &Command{}); got == nil {\n\t\tt.Errorf(\"got %v, want a list\", got)\n\t}\n}\n",
    );
    let in_subtest = suite(
        &["testing"],
        "func TestSub(t *testing.T) {\n\tt.Run(\"inner\", func(t *testing.T) { t.Fatal(\"inner went wrong\") })\n}\n",
    );
    let panicking = suite(
        &["testing"],
        "func TestPanics(t *testing.T) {\n\tstripFlags([]string{\"a\"}, nil)\n}\n\nfunc TestLater(t *testing.T) {}\n",
    );
    let panicking_inside = suite(
        &["testing"],
        "func TestPanicsInside(t *testing.T) {\n\tt.Run(\"inner\", func(t *testing.T) { stripFlags([]string{\"a\"}, nil) })\n}\n",
    );
    let goexit = suite(&["runtime", "testing"], "func TestGone(t *testing.T) {\n\truntime.Goexit()\n}\n");
    let suites = [&failing, &in_subtest, &panicking, &panicking_inside, &goexit].map(String::as_str);
    let results = run(&with_suites(strip_flags().await, &suites)).await;
    for result in &results {
        assert_eq!(result.outcome, Outcome::TestFailed, "{}", describe(result));
        assert!(result.evidence.compiles);
    }
    let first = |n: usize| &results[n].evidence.tests[0];
    assert!(first(0).message.contains("got [], want a list"), "{:?}", first(0));
    assert_eq!(results[0].evidence.coverage.as_ref().unwrap().covered, [646, 647]);
    assert!(first(1).message.contains("inner went wrong"), "{:?}", first(1));
    assert!(first(2).message.contains("nil pointer dereference"), "{:?}", first(2));
    assert_eq!(results[2].evidence.coverage.as_ref().unwrap().covered, [646, 649], "a panic keeps what ran before it");
    assert!(results[2].reason.ends_with("the run ended there."), "{}", results[2].reason);
    assert!(results[0].evidence.log.contains("got [], want a list"), "{}", results[0].evidence.log);
}

#[tokio::test]
async fn fuzz_targets_and_examples_fail_like_tests() {
    let fuzz = suite(
        &["testing"],
        &format!(
            "{GOOD}\nfunc FuzzStrip(f *testing.F) {{\n\tf.Add(1)\n\tf.Fuzz(func(t *testing.T, n int) {{\n\t\tt.Fatal(\"seed\", n)\n\t}})\n}}\n"
        ),
    );
    let example =
        suite(&["fmt", "testing"], &format!("{GOOD}\nfunc ExampleX() {{\n\tfmt.Println(1)\n\t// Output: 2\n}}\n"));
    let panicking = suite(&["testing"], &format!("{GOOD}\nfunc ExampleX() {{\n\tpanic(1)\n\t// Output: 2\n}}\n"));
    let unfitting = suite(
        &["testing"],
        &format!("{GOOD}\nfunc FuzzStrip(f *testing.F) {{\n\tf.Add(\"1\")\n\tf.Fuzz(func(*testing.T, int) {{}})\n}}\n"),
    );
    let suites = [&fuzz, &unfitting, &example, &panicking].map(String::as_str);
    for (result, suite) in run(&with_suites(strip_flags().await, &suites)).await.iter().zip(suites) {
        assert_eq!(result.outcome, Outcome::TestFailed, "{suite}\n{}", describe(result));
        assert_eq!(
            result.evidence.tests.iter().map(|t| t.status).collect::<Vec<_>>(),
            [TestCaseStatus::Passed, TestCaseStatus::Failed]
        );
    }
}

#[tokio::test]
async fn suites_that_do_not_build() {
    let undefined = suite(&["testing"], "func TestX(t *testing.T) {\n\tnoSuchThing()\n}\n");
    let unused = suite(&["os", "testing"], GOOD);
    let syntax_error = suite(&["testing"], "func TestX(t *testing.T) {\n\tif {\n}\n");
    let redeclared =
        suite(&["testing"], &format!("{GOOD}\nfunc stripFlags(a []string, c *Command) []string {{ return a }}\n"));
    let unknown_module = suite(&["github.com/nobody/nothing", "testing"], GOOD);
    // cobra's go.mod does not require testify, so upstream could not build this either.
    let foreign_module =
        suite(&["github.com/stretchr/testify/assert", "testing"], &format!("var _ = assert.Equal\n{GOOD}"));
    let cycle = suite(&["github.com/spf13/cobra/doc", "testing"], &format!("var _ = doc.GenMan\n{GOOD}"));
    let internal = suite(&["internal/abi", "testing"], &format!("var _ abi.Kind\n{GOOD}"));
    let with_c = suite(&["C", "testing"], GOOD);
    let prose = "Here is the test suite that you asked for.\n";
    let wrong_main = suite(&["testing"], &format!("{GOOD}\nfunc TestMain(m *testing.M) int {{ return m.Run() }}\n"));
    let suites = [
        (&*undefined, "undefined: noSuchThing"),
        (&unused, "imported and not used"),
        (&syntax_error, "syntax error"),
        (&redeclared, "redeclared"),
        (&unknown_module, "could not import"),
        (&foreign_module, "could not import"),
        (&cycle, "could not import"),
        (&internal, "could not import"),
        (&with_c, "could not import"),
        (prose, "syntax error"),
        (&wrong_main, "TestMain"),
    ];
    let results = run(&with_suites(strip_flags().await, &suites.map(|(suite, _)| suite))).await;
    for (result, (suite, words)) in results.iter().zip(suites) {
        assert_eq!(result.outcome, Outcome::CompileError, "{suite}\n{}", describe(result));
        assert!(result.reason.contains(words), "{suite}\n{}", result.reason);
        assert!(!result.evidence.compiles && result.evidence.coverage.is_none());
    }
}

#[tokio::test]
async fn suites_without_a_call_pass_but_are_not_valid() {
    let silent = suite(&["testing"], "func TestArithmetic(t *testing.T) {\n\tif 1+1 != 2 {\n\t\tt.Fatal()\n\t}\n}\n");
    let while_loading = suite(
        &["testing"],
        "var got = stripFlags([]string{\"a\"}, &Command{})\n\nfunc TestGot(t *testing.T) {\n\tif len(got) != 1 {\n\t\tt.Fatal(got)\n\t}\n}\n",
    );
    let results = run(&with_suites(strip_flags().await, &[&silent, &while_loading])).await;
    for result in &results {
        assert_eq!(result.outcome, Outcome::Passed, "{}", describe(result));
        assert_eq!(result.evidence.control, Control::Unnoticed);
        assert_eq!(result.evidence.coverage.as_ref().unwrap().covered, [0_u32; 0], "loading is not testing");
    }
    assert!(!results[0].evidence.invokes);
}

#[tokio::test]
async fn nothing_executed_is_no_tests() {
    let skipped = suite(
        &["testing"],
        "func TestA(t *testing.T) { t.Skip(\"later\") }\n\nfunc TestB(t *testing.T) { t.SkipNow() }\n",
    );
    let zero = suite(&["testing"], "var _ testing.T\n\nfunc helper() {}\n\nfunc Testify(t *testing.T) {}\n");
    let results = run(&with_suites(strip_flags().await, &[&skipped, &zero])).await;
    for result in &results {
        assert_eq!(result.outcome, Outcome::NoTests, "{}", describe(result));
        assert!(result.evidence.compiles);
    }
    assert!(results[0].evidence.tests[0].message.contains("later"), "{:?}", results[0].evidence.tests);
    let one_of_two = suite(&["testing"], &format!("{GOOD}\nfunc TestSkipped(t *testing.T) {{ t.Skip() }}\n"));
    let result = run_one(strip_flags().await, &one_of_two).await;
    assert_eq!((result.outcome, result.reason.as_str()), (Outcome::Passed, "1 test passed, 1 skipped."));
}

#[tokio::test]
async fn forms_of_suites_that_pass() {
    let parallel = suite(
        &["testing"],
        &format!(
            "{GOOD}\nfunc TestParallel(t *testing.T) {{\n\tt.Parallel()\n\tfor _, name := range []string{{\"a\", \"b\"}} {{\n\t\tt.Run(name, func(t *testing.T) {{\n\t\t\tt.Parallel()\n\t\t\tstripFlags([]string{{\"a\"}}, &Command{{}})\n\t\t}})\n\t}}\n}}\n"
        ),
    );
    let own_main = suite(
        &["os", "testing"],
        &format!(
            "var ready bool\n\nfunc TestMain(m *testing.M) {{\n\tready = true\n\tos.Exit(m.Run())\n}}\n\nfunc TestReady(t *testing.T) {{\n\tif !ready {{\n\t\tt.Fatal(\"TestMain was not called\")\n\t}}\n}}\n{GOOD}"
        ),
    );
    let returning_main = suite(&["testing"], &format!("func TestMain(m *testing.M) {{ m.Run() }}\n{GOOD}"));
    let windows = HONEST.replace('\n', "\r\n");
    let marked = format!("\u{feff}{HONEST}");
    let no_clause = HONEST.replacen("package cobra\n", "", 1);
    let wrong_clause = HONEST.replacen("package cobra\n", "package main\n", 1);
    let temporary = suite(
        &["os", "path/filepath", "testing"],
        &format!(
            "func TestFiles(t *testing.T) {{\n\tif err := os.WriteFile(filepath.Join(t.TempDir(), \"f\"), nil, 0o600); err != nil {{\n\t\tt.Fatal(err)\n\t}}\n\tif _, err := os.Stat(\"command.go\"); err != nil {{\n\t\tt.Fatal(err)\n\t}}\n}}\n{GOOD}"
        ),
    );
    let itself = suite(&["github.com/spf13/cobra", "testing"], &GOOD.replace("&Command", "&cobra.Command"));
    let no_import = format!("package cobra\n\n{GOOD}");
    let fuzz = suite(
        &["testing"],
        "func FuzzStrip(f *testing.F) {\n\tf.Add(\"a\")\n\tf.Fuzz(func(t *testing.T, s string) {\n\t\tif got := stripFlags([]string{s}, &Command{}); len(got) != 1 {\n\t\t\tt.Fatal(got)\n\t\t}\n\t})\n}\n",
    );
    let example = "package cobra\n\nimport \"fmt\"\n\nfunc Example_strip() {\n\tfmt.Println(stripFlags([]string{\"b\", \"--x\", \"c\"}, &Command{}))\n\t// Output: [b]\n}\n".to_owned();
    let unordered = example
        .replace("Println(stripFlags", "Println(\"z\")\n\tfmt.Println(stripFlags")
        .replace("Output: [b]", "Unordered output:\n\t// [b]\n\t// z");
    let zone = suite(
        &["testing", "time"],
        &format!(
            "func TestZone(t *testing.T) {{\n\tif _, err := time.LoadLocation(\"Europe/Berlin\"); err != nil {{\n\t\tt.Fatal(err)\n\t}}\n\tif !testing.Testing() {{\n\t\tt.Fatal(\"not testing\")\n\t}}\n}}\n{GOOD}"
        ),
    );
    let noisy_goroutine = suite(
        &["fmt", "testing"],
        &format!(
            "func TestNoise(t *testing.T) {{\n\tgo func() {{\n\t\tfor i := 0; i < 1000; i++ {{\n\t\t\tfmt.Println(\"noise\")\n\t\t}}\n\t}}()\n}}\n{GOOD}"
        ),
    );
    let suites = [
        (&*parallel, 0),
        (&own_main, 0),
        (&returning_main, 0),
        (&windows, 0),
        (&marked, 1),
        (&no_clause, 1),
        (&wrong_clause, 1),
        (&temporary, 0),
        (&zone, 0),
        (&noisy_goroutine, 0),
        (&itself, 1),
        (&no_import, 1),
        (&fuzz, 0),
        (&example, 0),
        (&unordered, 0),
    ];
    let results = run(&with_suites(strip_flags().await, &suites.map(|(suite, _)| suite))).await;
    for (result, (suite, notes)) in results.iter().zip(suites) {
        assert_eq!(result.outcome, Outcome::Passed, "{suite}\n{}", describe(result));
        assert_eq!(result.evidence.control, Control::Noticed, "{suite}");
        let of_placement = result.evidence.placement_notes.iter().filter(|note| !note.contains("built together"));
        assert_eq!(of_placement.count(), notes, "{suite}");
    }
}

#[tokio::test]
async fn external_suites_and_packages_that_import_the_tested_one() {
    let image = image().await;
    let context = image.task("chi", "context.go", "Context.URLParam");
    // middleware imports chi: it has to be compiled against the chi that has the probes.
    let result = run_one(context, include_str!("suites/external_test.go")).await;
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
    assert_eq!(result.evidence.control, Control::Noticed);
    // zap requires testify, and lets its own tests import its internal packages.
    let level = image.task("zap", "zapcore/level.go", "Level.CapitalString");
    let result = run_one(level, include_str!("suites/testify_test.go")).await;
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
    assert_eq!((result.evidence.control, result.evidence.invokes), (Control::Noticed, true));
}
