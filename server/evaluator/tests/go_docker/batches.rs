//! Suites in one binary end as they do alone.

use domain::{Control, Outcome, SlotResult, TaskWork};
use evaluator::go::GoAdapter;
use evaluator::pipeline::{run_group, run_task};
use evaluator::session::Sessions;
use serde_json::Value;

use super::support::{describe, image, prepared, runtime, strip_flags, suite, with_suites};

/// A test that calls the focal function, by another name than others have.
fn good(name: &str) -> String {
    format!(
        "func {name}(t *testing.T) {{\n\tif got := stripFlags([]string{{\"a\"}}, &Command{{}}); len(got) != 1 {{\n\t\tt.Fatal(got)\n\t}}\n}}\n"
    )
}

fn external(name: &str) -> String {
    format!(
        "package cobra_test\n\nimport (\n\t\"testing\"\n\n\t\"github.com/spf13/cobra\"\n\t\"github.com/spf13/cobra/doc\"\n)\n\n\
         func {name}(t *testing.T) {{\n\tparent, child := &cobra.Command{{Use: \"a\"}}, &cobra.Command{{Use: \"b\", Run: func(*cobra.Command, []string) {{}}}}\n\
         \tparent.AddCommand(child)\n\tif err := doc.GenMarkdownTree(parent, t.TempDir()); err != nil || len(parent.Commands()) != 1 {{\n\t\tt.Fatal(err)\n\t}}\n\
         \tparent.SetArgs([]string{{\"b\", \"--\", \"x\"}})\n\tif found, _, err := parent.Find([]string{{\"b\", \"x\"}}); err != nil || found != child {{\n\t\tt.Fatal(found, err)\n\t}}\n}}\n"
    )
}

/// Suites for a function, and whether each can share a binary with the others.
type Suites = Vec<(String, bool)>;

fn for_strip_flags() -> Suites {
    let with = |imports: &[&str], body: &str| suite(imports, body);
    let failing = "func TestFails(t *testing.T) {\n\t_, file, line, _ := runtime.Caller(0)\n\tt.Errorf(\"%s:%d %T\", file, line, pair{})\n\tt.Log(stripFlags([]string{\"--a\", \"b\"}, &Command{}))\n}\n\ntype pair struct{}\n";
    let several = "func TestSkipped(t *testing.T) { t.Skip(\"later\") }\n\nfunc FuzzStrip(f *testing.F) {\n\tf.Add(\"x\")\n\tf.Fuzz(func(t *testing.T, text string) {\n\t\tstripFlags([]string{text}, &Command{})\n\t})\n}\n\nfunc ExampleCommand() {\n\tfmt.Println(stripFlags([]string{\"a\"}, &Command{}))\n\t// Output: [a]\n}\n";
    vec![
        (with(&["testing"], &good("TestGood")), true),
        (with(&["testing"], &good("TestOther")), true),
        (with(&["runtime", "testing"], failing), true),
        (with(&["fmt", "testing"], several), true),
        (with(&["testing"], "func TestPanics(t *testing.T) {\n\tstripFlags([]string{\"a\"}, nil)\n}\n"), true),
        (with(&["testing"], "func TestSilent(t *testing.T) {}\n"), true),
        // In the binary, and run again alone, because only that counts.
        (with(&["os", "testing"], "func TestExits(t *testing.T) { os.Exit(0) }\n"), false),
        (with(&["testing"], "func TestNoTest(t *testing.T, n int) {}\n"), false),
        (with(&["testing"], "func TestUndefined(t *testing.T) { noSuchThing() }\n"), false),
        (with(&["os", "testing"], &good("TestUnusedImport")), false),
        (external("TestExternal").replace("t.Fatal(err)", "t.Fatal(noSuchThing)"), false),
        // Left out before.
        (
            with(&["testing"], &format!("func init() {{ stripFlags(nil, &Command{{}}) }}\n\n{}", good("TestInit"))),
            false,
        ),
        (with(&["testing"], &format!("func TestMain(m *testing.M) {{ m.Run() }}\n\n{}", good("TestIts"))), false),
        (with(&["testing"], "func TestOpen(t *testing.T) {\n"), false),
        // A name that another has, so it lies in another binary, with the suites for other functions.
        (with(&["testing"], &good("TestGood")), true),
    ]
}

fn for_other_functions() -> Vec<(&'static str, &'static str, Suites)> {
    let small = "func TestAlias(t *testing.T) {\n\tif c := (&Command{Aliases: []string{\"b\"}}); !c.HasAlias(\"b\") || c.HasAlias(\"c\") {\n\t\tt.Fatal(c)\n\t}\n}\n";
    let args = "func TestRange(t *testing.T) {\n\tif RangeArgs(1, 2)(&Command{}, nil) == nil || RangeArgs(0, 2)(&Command{}, []string{\"x\"}) != nil {\n\t\tt.Fatal()\n\t}\n}\n";
    vec![
        ("command.go", "Command.HasAlias", vec![(suite(&["testing"], small), true)]),
        ("args.go", "RangeArgs", vec![(suite(&["testing"], args), true)]),
        ("command.go", "Command.Find", vec![(external("TestGood"), true), (external("TestGood"), true)]),
    ]
}

async fn works() -> (Vec<TaskWork>, Vec<bool>) {
    let mut tasks = vec![(strip_flags().await, for_strip_flags())];
    for (path, name, suites) in for_other_functions() {
        tasks.push((image().await.task("cobra", path, name), suites));
    }
    let (mut works, mut shared) = (Vec::new(), Vec::new());
    for (task, suites) in tasks {
        let evaluation = works.first().map_or(task.evaluation, |first: &TaskWork| first.evaluation);
        let mut task = TaskWork { evaluation, ..prepared(task).await };
        task.limits.mutants = 6;
        let texts: Vec<&str> = suites.iter().map(|(suite, _)| suite.as_str()).collect();
        works.push(with_suites(task, &texts));
        shared.extend(suites.iter().map(|(_, is_shared)| *is_shared));
    }
    (works, shared)
}

fn is_batched(result: &SlotResult) -> bool {
    result.evidence.placement_notes.iter().any(|note| note.contains("built together with it"))
}

/// The log without addresses, numbers of goroutines, times and folders of a batch.
fn without_numbers(log: &str) -> String {
    let mut kept = log.to_owned();
    for mark in ["0x", "goroutine ", " (0.", " (exit 0, ", " (exit 1, ", " (exit 2, "] {
        let mut parts = kept.split(mark);
        let mut made = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            made.push_str(mark);
            made.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
        }
        kept = made;
    }
    // In a stack trace, the path of an external suite's package.
    (0..10).fold(kept, |kept, n| kept.replace(&format!("\nm{n}/github.com/"), "\ngithub.com/"))
}

/// Everything but times, what was used (addresses printed have their lengths), addresses and numbers of goroutines in the log, and the note of the batch.
fn comparable(result: &SlotResult) -> Value {
    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["millis", "cpu_millis", "peak_memory_bytes", "printed_bytes"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(without_times);
            }
            Value::Array(values) => values.iter_mut().for_each(without_times),
            _ => {}
        }
    }
    let mut result = result.clone();
    result.evidence.placement_notes.retain(|note| !note.contains("built together with it"));
    let notes = result.evidence.placement_notes.join(" ");
    for check in &mut result.evidence.checks {
        if check.check == domain::Check::Placement {
            check.detail.clone_from(&notes);
        }
    }
    result.evidence.log = without_numbers(&result.evidence.log);
    let mut value = serde_json::to_value(&result).unwrap();
    without_times(&mut value);
    value
}

#[tokio::test]
async fn a_suite_ends_in_a_batch_as_it_does_alone() {
    let (works, shared) = works().await;
    let mut sessions = Sessions::new(runtime(), "go-docker-tests");
    let answers = run_group(&works, &GoAdapter, &mut sessions).await;
    let together: Vec<SlotResult> = answers.into_iter().flat_map(|answer| answer.unwrap()).collect();
    let mut alone = Vec::new();
    for work in &works {
        for slot in &work.slots {
            let work = TaskWork { slots: vec![slot.clone()], ..work.clone() };
            alone.extend(run_task(&work, &GoAdapter, &mut sessions).await.unwrap());
        }
    }
    sessions.close().await;
    let suites = works.iter().flat_map(|work| &work.slots).map(|slot| &slot.suite);
    for (((together, alone), shared), suite) in together.iter().zip(&alone).zip(shared).zip(suites) {
        assert_eq!(is_batched(together), shared, "{suite}\n{}", describe(together));
        assert!(!is_batched(alone));
        assert_eq!(comparable(together), comparable(alone), "{suite}");
    }
    // The set is as varied as it means to be.
    let ends: Vec<Outcome> = together.iter().map(|result| result.outcome).collect();
    for outcome in [Outcome::Passed, Outcome::TestFailed, Outcome::Crashed, Outcome::CompileError] {
        assert!(ends.contains(&outcome), "{outcome}: {ends:?}");
    }
    let batched: Vec<&SlotResult> = together.iter().filter(|result| is_batched(result)).collect();
    assert!(batched.iter().any(|result| result.evidence.control == Control::Unnoticed));
    let asked = batched.iter().filter_map(|result| result.evidence.mutation.as_ref());
    let scores: Vec<_> = asked.map(|run| run.score().map(|(noticed, _)| noticed)).collect();
    assert!(scores.len() >= 7 && scores.iter().any(|score| score.is_some_and(|noticed| noticed > 0)), "{scores:?}");
}
