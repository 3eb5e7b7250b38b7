//! Suites as people and models write them, in every form that must not fail.

use domain::{Control, Outcome};

use crate::support::{Lab, told};

/// Each tests `canonicalize` of Dates.
const FORMS: &[(&str, &str)] = &[
    (
        "plain",
        "using Test\nusing Dates\n\n@testset \"canonicalize\" begin\n    @test Dates.canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]\nend\n",
    ),
    (
        "bare tests without any import",
        "@test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]\n",
    ),
    (
        "a module around everything",
        "module CanonicalizeTests\nusing Test, Dates\n@testset \"a\" begin\n    @test canonicalize(Dates.CompoundPeriod(Minute(61))).periods == [Hour(1), Minute(1)]\nend\nend\n",
    ),
    (
        "import instead of using",
        "import Dates\nimport Test: @test, @testset\n@testset \"a\" begin\n    @test Dates.canonicalize(Dates.CompoundPeriod(Dates.Hour(25))).periods == [Dates.Day(1), Dates.Hour(1)]\nend\n",
    ),
    (
        "include of the sources and a package manager",
        "using Pkg\nPkg.activate(joinpath(@__DIR__, \"..\"))\ninclude(\"../src/Dates.jl\")\nusing .Dates\nusing Test\n@test Dates.canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]\n",
    ),
    (
        "constants, structs, macros and helpers",
        "using Test, Dates\nconst H = Hour(25)\nstruct Case\n    given\n    expected\nend\nmacro same(a, b)\n    :(@test $(esc(a)) == $(esc(b)))\nend\nhelper(x) = canonicalize(Dates.CompoundPeriod(x)).periods\ncases = [Case(H, [Day(1), Hour(1)]), Case(Second(60), [Minute(1)])]\n@testset \"cases\" begin\n    for case in cases\n        @test helper(case.given) == case.expected\n    end\n    @same helper(Day(7)) [Week(1)]\nend\n",
    ),
    (
        "a function that runs the tests, and a guard",
        "using Test, Dates\nfunction runtests()\n    @testset \"in a function\" begin\n        @test canonicalize(Dates.CompoundPeriod(Hour(24))).periods == [Day(1)]\n    end\nend\nif abspath(PROGRAM_FILE) == @__FILE__\n    runtests()\nend\n",
    ),
    (
        "a set of Test's own kind",
        "using Test, Dates\nusing Test: DefaultTestSet\n@testset DefaultTestSet \"own\" begin\n    @test canonicalize(Dates.CompoundPeriod(Hour(24))).periods == [Day(1)]\n    @testset \"inner\" begin\n        @test canonicalize(Dates.CompoundPeriod(Hour(24))) isa Dates.CompoundPeriod\n    end\nend\n",
    ),
    (
        "loops of sets, broadcasts, throws, logs and skips",
        "using Test, Dates\n@testset \"n = $n\" for n in 1:3\n    @test canonicalize(Dates.CompoundPeriod(Day(7n))).periods == [Week(n)]\nend\n@testset \"more\" begin\n    @test_throws MethodError canonicalize(\"x\")\n    @test all(isempty, getfield.(canonicalize.([Dates.CompoundPeriod(Dates.Period[])]), :periods))\n    @test_logs (:info, \"x\") @info \"x\"\n    @test_broken canonicalize(Dates.CompoundPeriod(Hour(24))).periods == [Hour(23)]\n    @test_skip error(\"later\")\nend\n",
    ),
    (
        "captured output, tasks, timers, files and other packages",
        "using Test, Dates, Random, LinearAlgebra, Printf\n@testset \"a\" begin\n    old = stdout\n    read_end, write_end = redirect_stdout()\n    print(canonicalize(Dates.CompoundPeriod(Hour(25))))\n    redirect_stdout(old)\n    close(write_end)\n    @test read(read_end, String) == \"1 day, 1 hour\"\n    @test fetch(@async (sleep(0.01); 1)) == 1\n    path, io = mktemp()\n    write(io, \"x\")\n    close(io)\n    @test read(path, String) == \"x\"\n    @test norm([3, 4]) == 5\nend\n",
    ),
    (
        "asks about compiled code",
        "using Test, Dates\nf() = canonicalize(Dates.CompoundPeriod(Hour(25)))\nf()\n@test (@allocated f()) > 0\n@test f().periods == [Day(1), Hour(1)]\n",
    ),
    (
        "CRLF and a byte order mark",
        "\u{feff}using Test\r\nusing Dates\r\n@test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]\r\n",
    ),
];

#[tokio::test]
async fn every_form_of_an_honest_suite_is_a_valid_pass() {
    let lab = Lab::open().await;
    let task = lab.task("dates", "function canonicalize(").await;
    let suites: Vec<_> = FORMS.iter().map(|(_, suite)| *suite).collect();
    let mut wrong = Vec::new();
    for ((name, _), result) in FORMS.iter().zip(lab.run(&task, &suites).await) {
        let evidence = &result.evidence;
        let covered = evidence.coverage.as_ref().map_or(0, |coverage| coverage.covered.len());
        println!("{name}: {} ms, {} ms of processor, {covered} lines", result.millis, evidence.usage.cpu_millis);
        if result.outcome != Outcome::Passed
            || evidence.control != Control::Noticed
            || covered == 0
            || !evidence.invokes
        {
            wrong.push(format!("{name}: control {}, {covered} lines, {}", evidence.control, told(&result)));
        }
        let reference = evidence.reference.as_ref().unwrap();
        if !reference.csr || reference.tpr == name.contains("skips") {
            wrong.push(format!("{name}: {reference:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test]
async fn lines_are_those_that_ran() {
    let lab = Lab::open().await;
    let task = lab.task("dates", "function canonicalize(").await;
    let (first, last) = (task.focal.start_line, task.focal.end_line);
    assert_eq!((first, last), (247, 327), "the line numbers below are of this version");
    // What `--code-coverage` of Julia itself finds executable.
    assert_eq!(task.executable_lines.0.len(), 55, "{:?}", task.executable_lines);
    let suites = ["@test isempty(Dates.canonicalize(Dates.CompoundPeriod(Dates.Period[])).periods)\n", FORMS[0].1];
    let results = lab.run(&task, &suites).await;
    let covered = |n: usize| results[n].evidence.coverage.as_ref().unwrap().covered.clone();
    let little = covered(0);
    assert_eq!(little, [249, 250, 251, 278]);
    assert!(covered(1).len() > 40, "{:?}", covered(1));
    let names: Vec<_> = results[1].evidence.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["canonicalize #1"]);
}

/// Functions of other repositories, of other shapes: a method of another module, a constructor, a nested module.
#[tokio::test]
async fn other_repositories() {
    let lab = Lab::open().await;
    for (repository, signature, suite) in [
        (
            "toml",
            "function boolean(p::Parser",
            "using TOML\n@testset \"booleans\" begin\n    @test TOML.parse(\"a = true\\nb = false\") == Dict(\"a\" => true, \"b\" => false)\nend\n",
        ),
        (
            "markdown",
            "function blockquote(stream::IO",
            "using Markdown\n@testset \"quotes\" begin\n    @test Markdown.parse(\"> a\").content[1] isa Markdown.BlockQuote\nend\n",
        ),
        (
            "dates",
            "function Base.string(x::CompoundPeriod)",
            "using Dates\n@testset \"text\" begin\n    @test string(Day(1) + Hour(2)) == \"1 day, 2 hours\"\nend\n",
        ),
        (
            "statistics",
            "function median!(v::AbstractVector)",
            "using Statistics\n@testset \"median\" begin\n    @test median!([3, 1, 2]) == 2\n    @test_throws ArgumentError median!([])\nend\n",
        ),
        (
            "sparsearrays",
            "function ==(A1::AbstractSparseMatrixCSC",
            "using SparseArrays\n@testset \"equal\" begin\n    @test sparse([1, 2], [1, 2], [1, 2]) == sparse([1, 2], [1, 2], [1, 2])\n    @test sparse([1, 2], [1, 2], [1, 2]) != sparse([1, 2], [1, 2], [1, 3])\nend\n",
        ),
    ] {
        let task = lab.task(repository, signature).await;
        let result = lab.run(&task, &[suite]).await.remove(0);
        println!("{repository} {}: {} {} ms", task.focal.name, result.outcome, result.millis);
        assert_eq!(
            (result.outcome, result.evidence.control),
            (Outcome::Passed, Control::Noticed),
            "{repository} {}",
            told(&result)
        );
        assert!(!result.evidence.coverage.as_ref().unwrap().covered.is_empty(), "{repository}");
    }
}
