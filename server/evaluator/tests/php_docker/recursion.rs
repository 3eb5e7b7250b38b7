//! Functions that call themselves: deeper than the stack that processes usually have, and without end.

use domain::{Mutant, MutantStatus, Outcome, TaskMutants, TaskWork};

use super::support::{describe, image, run, with_suites};

fn calls_itself(times: &str) -> String {
    format!(
        "<?php\nuse League\\Csv\\Bom;\nuse PHPUnit\\Framework\\TestCase;\nfinal class BomTest extends TestCase\n{{\n    \
         private function deeper(int $n): int\n    {{\n        return $n === {times} ? 0 : $this->deeper($n + 1) + 1;\n    }}\n\n    \
         public function testFinds(): void\n    {{\n        \
         $this->assertSame(Bom::Utf8, Bom::tryFromSequence(\"\\xEF\\xBB\\xBFabc\"));\n    }}\n\n    \
         public function testDeeper(): void\n    {{\n        $this->assertSame({times}, $this->deeper(0));\n    }}\n}}\n"
    )
}

#[tokio::test]
async fn deep_recursion_is_fine_and_endless_recursion_ends_the_suite_alone() {
    let work = image().await.task("csv", "League\\Csv\\Bom::tryFromSequence").await;
    let (deep, endless) = (calls_itself("100_000"), calls_itself("-1"));
    let work = TaskWork { mutants: TaskMutants::default(), ..with_suites(work, &[&endless, &deep, &endless, &deep]) };
    let results = run(&work).await;
    for (at, result) in results.iter().enumerate() {
        if at % 2 == 0 {
            assert_eq!(result.outcome, Outcome::Crashed, "{}", describe(result));
            assert!(result.reason.contains("signal 11"), "{}", result.reason);
        } else {
            assert_eq!(result.outcome, Outcome::Passed, "{}", describe(result));
        }
    }
}

#[tokio::test]
async fn mutants_that_call_themselves_without_end_count_as_noticed() {
    let mut work = image().await.task("csv", "League\\Csv\\Bom::tryFromSequence").await;
    let one = work.mutants.valid[0].clone();
    let part = "return $bom;";
    let start = u32::try_from(work.file_text.find(part).unwrap()).unwrap();
    let endless = |number: u16| Mutant {
        number,
        line: work.file_text[..start as usize].lines().count() as u32,
        start,
        end: start + part.len() as u32,
        replacement: "return self::tryFromSequence($sequence);".to_owned(),
        ..one.clone()
    };
    work.mutants.valid = vec![endless(1), endless(2), endless(3)];
    let result = run(&with_suites(work, &[&calls_itself("3")])).await.remove(0);
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
    let mutation = result.evidence.mutation.as_ref().unwrap();
    assert!(mutation.measured && !mutation.reads_source, "{}", describe(&result));
    assert!(mutation.results.iter().all(|one| one.status == MutantStatus::Killed), "{:?}", mutation.results);
}
