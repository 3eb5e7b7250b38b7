//! Suites with known ends, run before a worker trusts an image: a worker whose canaries do not end as they must is
//! broken, and whatever it would say of a vendor's suite is worth nothing.

use std::collections::BTreeSet;

use domain::{
    Attempt, Control, Extraction, HostFault, ImageDigest, Language, Outcome, Sha256, SlotWork, TaskMutants, TaskWork,
};
use sha2::{Digest as _, Sha256 as Hasher};

use crate::adapter::Adapter;
use crate::pipeline;
use crate::session::Sessions;

/// A suite that fits any task of its language, since it does not call the focal function.
struct Canary {
    what: &'static str,
    suite: &'static str,
    outcome: Outcome,
}

const fn canaries(language: Language) -> [Canary; 3] {
    let (passes, fails, broken) = match language {
        Language::Rust => (
            "#[cfg(test)]\nmod tests {\n    #[test]\n    fn canary() {\n        assert_eq!(1 + 1, 2);\n    }\n}\n",
            "#[cfg(test)]\nmod tests {\n    #[test]\n    fn canary() {\n        assert_eq!(1 + 1, 3);\n    }\n}\n",
            "#[cfg(test)]\nmod tests {\n    #[test]\n    fn canary() {\n        canary_that_is_not_there();\n    }\n}\n",
        ),
        Language::Julia => (
            "using Test\n@testset \"canary\" begin\n    @test 1 + 1 == 2\nend\n",
            "using Test\n@testset \"canary\" begin\n    @test 1 + 1 == 3\nend\n",
            "using Test\n@testset \"canary\" begin\n    @test (1 +\nend\n",
        ),
        Language::Go => (
            "import \"testing\"\n\nfunc TestCanary(t *testing.T) {\n\tif one := 1; one+1 != 2 {\n\t\tt.Fatal(one)\n\t}\n}\n",
            "import \"testing\"\n\nfunc TestCanary(t *testing.T) {\n\tif one := 1; one+1 != 3 {\n\t\tt.Fatal(one)\n\t}\n}\n",
            "import \"testing\"\n\nfunc TestCanary(t *testing.T) {\n\tcanaryThatIsNotThere()\n}\n",
        ),
        Language::Ruby => (
            "RSpec.describe \"canary\" do\n  it \"adds\" do\n    expect(1 + 1).to eq(2)\n  end\nend\n",
            "RSpec.describe \"canary\" do\n  it \"adds\" do\n    expect(1 + 1).to eq(3)\n  end\nend\n",
            "RSpec.describe \"canary\" do\n  it \"adds\" do\n    expect(1 +\n  end\nend\n",
        ),
        Language::Php => (
            "<?php\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class CanaryTest extends TestCase\n{\n    public function testAdds(): void\n    {\n        $this->assertSame(2, 1 + 1);\n    }\n}\n",
            "<?php\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class CanaryTest extends TestCase\n{\n    public function testAdds(): void\n    {\n        $this->assertSame(3, 1 + 1);\n    }\n}\n",
            "<?php\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class CanaryTest extends TestCase\n{\n    public function testAdds(): void\n    {\n        $this->assertSame(2, 1 +);\n    }\n}\n",
        ),
    };
    [
        Canary { what: "a suite that passes", suite: passes, outcome: Outcome::Passed },
        Canary { what: "a suite that fails", suite: fails, outcome: Outcome::TestFailed },
        Canary { what: "a suite that is broken", suite: broken, outcome: Outcome::CompileError },
    ]
}

/// Runs the canaries before the first job of an image; `trusted` holds the images for which they have ended as they must.
pub async fn check_once(
    work: &TaskWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
    trusted: &mut BTreeSet<ImageDigest>,
) -> Result<(), HostFault> {
    if !trusted.contains(&work.image) {
        check(work, adapter, sessions).await?;
        trusted.insert(work.image.clone());
    }
    Ok(())
}

/// Runs the canaries of a language against the task of some job. What does not end as it must is a fault of ours.
async fn check(work: &TaskWork, adapter: &dyn Adapter, sessions: &mut Sessions) -> Result<(), HostFault> {
    let canaries = canaries(work.language);
    let slots = canaries.iter().zip(0..).map(|(canary, number)| slot(canary.suite, number)).collect();
    // The same limits, so that the container can be kept for the job.
    let work = TaskWork { slots, mutants: TaskMutants::default(), ..work.clone() };
    let results = pipeline::run_task(&work, adapter, sessions).await?;
    for (canary, result) in canaries.iter().zip(&results) {
        // None of them calls the focal function, so none may be a valid pass.
        let believed = result.evidence.control == Control::Noticed;
        if result.outcome != canary.outcome || believed {
            let cause = format!(
                "{} ended as {} and not as {}: {} This worker cannot be trusted with {}",
                canary.what,
                result.outcome,
                canary.outcome,
                result.reason,
                work.language.name()
            );
            return Err(HostFault::new(format!("trying {} in image {}", work.repository.name, work.image), cause));
        }
    }
    Ok(())
}

fn slot(suite: &str, number: u32) -> SlotWork {
    let sha256: Sha256 = hex::encode(Hasher::digest(suite.as_bytes()))
        .parse()
        .unwrap_or_else(|error| unreachable!("a digest in hexadecimal: {error}"));
    SlotWork { attempt: Attempt(number), suite: suite.to_owned(), sha256, extraction: Extraction::Verbatim }
}
