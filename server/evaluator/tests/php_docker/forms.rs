//! The two forms of the runner, forked from a server and started for one suite, must say the same.

use domain::{FocalFunction, Language, RepositorySpec, SlotResult, SlotWork, TaskMutants, TaskWork};
use evaluator::adapter::{
    Adapter, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError, Plan, PreparedTask,
};
use evaluator::php::PhpAdapter;
use sandbox::protocol::{RunRequest, StepReport};

use super::support::{image, run_by, with_suites};

/// Runs every step as a process of its own.
struct OneShot;

impl Adapter for OneShot {
    fn language(&self) -> Language {
        PhpAdapter.language()
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        let mut plan = PhpAdapter.plan(work, slot, nonce)?;
        plan.request.servers.clear();
        plan.request.steps.iter_mut().for_each(|step| step.server = None);
        Ok(plan)
    }

    fn read(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation {
        PhpAdapter.read(work, plan, nonce, steps)
    }

    fn plan_mutants(
        &self,
        work: &TaskWork,
        slot: &SlotWork,
        plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan {
        let mut made = PhpAdapter.plan_mutants(work, slot, plan, nonce, order);
        made.steps.iter_mut().for_each(|step| step.server = None);
        made
    }

    fn read_mutants(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
        PhpAdapter.read_mutants(work, plan, nonce, steps)
    }

    fn plan_preparation(&self, repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest> {
        PhpAdapter.plan_preparation(repository, focals)
    }

    fn read_preparation(
        &self,
        repository: &RepositorySpec,
        focals: &[(FocalFunction, String)],
        steps: &[StepReport],
    ) -> Vec<Result<PreparedTask, String>> {
        PhpAdapter.read_preparation(repository, focals, steps)
    }
}

/// Fixtures of the attacks whose end does not depend on how fast the machine is. Not `stream_wrapper`, which hides the
/// classes of PHPUnit that only a server has loaded beforehand, and so breaks itself in the other form.
const SUITES: [&str; 23] = [
    "honest",
    "child_writes_records",
    "die_in_test",
    "exit_after_last_test",
    "exit_hook",
    "exit_in_suite_hook",
    "exit_in_test",
    "exit_while_loading",
    "expects_any_error",
    "forged_report",
    "forked_twin",
    "kills_itself",
    "looks_for_the_control_run",
    "native_code",
    "neutered_assertions",
    "no_assertions",
    "own_copy",
    "redefined_focal",
    "skips_all",
    "stolen_writer",
    "tautology",
    "writes_outside",
    "zero_tests",
];

/// Fails, and says in its message what a suite finds before its first test.
const SEES_THE_STATE: &str = r"<?php
use PHPUnit\Framework\Assert;
use PHPUnit\Framework\TestCase;
final class Found
{
    public static array $all = [];
}
$handlers = [set_error_handler(null), set_exception_handler(null)];
restore_error_handler();
restore_exception_handler();
Found::$all = [
    'foreign calls' => ini_get('ffi.enable'),
    'assertions' => Assert::getCount(),
    'handlers' => array_map(get_debug_type(...), $handlers),
    'error' => error_get_last(),
    'group, user, groups' => [posix_getgid(), posix_getuid(), posix_getgroups()],
    'buffers' => ob_get_level(),
    'loaders' => count(spl_autoload_functions()),
    'limit' => ini_get('memory_limit'),
    'errors' => error_reporting(),
];
final class BomTest extends TestCase
{
    public function testTells(): void
    {
        $this->fail(json_encode(Found::$all));
    }
}
";

/// All but times.
fn essence(result: &SlotResult) -> String {
    let evidence = &result.evidence;
    let tests: Vec<_> = evidence.tests.iter().map(|test| (&test.name, test.status, &test.message)).collect();
    let covered = evidence.coverage.as_ref().map(|coverage| &coverage.covered);
    let mutants = evidence
        .mutation
        .as_ref()
        .map(|mutation| mutation.results.iter().map(|m| (m.number, m.status)).collect::<Vec<_>>());
    format!("{} {} {covered:?} {:?} {mutants:?} {tests:#?}", result.outcome, evidence.control, evidence.reference)
}

#[tokio::test]
async fn a_suite_ends_the_same_forked_and_alone() {
    let texts = SUITES.map(|name| {
        let path = format!("{}/tests/attacks/php/{name}.php", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    });
    let texts: Vec<_> = texts.iter().map(String::as_str).chain([SEES_THE_STATE]).collect();
    let work = with_suites(image().await.task("csv", "League\\Csv\\Bom::tryFromSequence").await, &texts);
    let forked = run_by(&PhpAdapter, &work).await;
    let alone = run_by(&OneShot, &work).await;
    let state = &forked[SUITES.len()].evidence.tests[0].message;
    assert!(state.contains(r#""foreign calls":"0","assertions":0,"handlers":["null","null"]"#), "{state}");
    let different: Vec<_> = SUITES
        .iter()
        .chain(&["the state"])
        .zip(forked.iter().zip(&alone))
        .filter(|(_, (forked, alone))| essence(forked) != essence(alone))
        .map(|(name, (forked, alone))| format!("{name}: forked {}\nalone {}", essence(forked), essence(alone)))
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}

/// Not a measurement that decides anything: seconds depend on the machine. Which form ran does not.
#[tokio::test]
async fn suites_are_forked_and_cheap() {
    let suite = "<?php\nuse League\\Csv\\Bom;\nfinal class BomTest extends PHPUnit\\Framework\\TestCase\n{\n    \
                 public function testMark(): void\n    {\n        fwrite(STDERR, file_get_contents('/proc/self/cmdline'));\n        \
                 $this->assertSame(Bom::Utf8, Bom::tryFromSequence(\"\\xEF\\xBB\\xBFabc\"));\n    }\n}\n";
    let work = with_suites(image().await.task("csv", "League\\Csv\\Bom::tryFromSequence").await, &[suite; 20]);
    let without = TaskWork { mutants: TaskMutants::default(), ..work.clone() };
    let mut table = Vec::new();
    for (name, adapter, work) in [
        ("forked", &PhpAdapter as &dyn Adapter, &without),
        ("alone", &OneShot, &without),
        ("forked, with mutants", &PhpAdapter, &work),
        ("alone, with mutants", &OneShot, &work),
    ] {
        let results = run_by(adapter, work).await;
        let is_forked = results.iter().all(|result| result.evidence.log.contains("--server"));
        assert_eq!(is_forked, name.starts_with("forked"), "{name}: {}", results[0].evidence.log);
        let mut millis: Vec<_> = results.iter().map(|result| result.millis).collect();
        millis.sort_unstable();
        let mutants = results[0].evidence.mutation.as_ref().map_or(0, |mutation| mutation.results.len());
        let processor =
            results.iter().map(|result| result.evidence.usage.cpu_millis).sum::<u64>() / results.len() as u64;
        table.push(format!(
            "{name}: {} ms a suite with its control run and {mutants} mutants, {processor} ms of processor time",
            millis[millis.len() / 2]
        ));
    }
    println!("{}", table.join("\n"));
}
