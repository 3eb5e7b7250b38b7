use super::*;
use crate::julia::fixtures::{FILE, focal};

fn placed(suite: &str) -> Placed {
    place(suite, "Dates", "Dates", &focal(), FILE).unwrap()
}

#[test]
fn a_whole_suite_is_left_as_it_is() {
    let suite = "using Test\nusing Dates\n@testset \"a\" begin\n    @test Dates.canonicalize(x) == 1\nend\n";
    let placed = placed(suite);
    assert_eq!(placed.text, suite);
    assert!(placed.notes.is_empty(), "{:?}", placed.notes);
    assert_eq!(placed.static_names, ["a #1"]);
    assert!(!placed.needs_compiler);
}

#[test]
fn what_is_missing_is_loaded_before_the_suite() {
    let suite = "@test canonicalize(x) == helper(1)\nother(2)\n";
    let placed = placed(suite);
    assert_eq!(placed.text, suite);
    assert_eq!(placed.prelude, "using Test; using Dates; using Dates: canonicalize, helper");
    assert_eq!(placed.notes.len(), 3, "{:?}", placed.notes);
    assert_eq!(placed.static_names, ["top level #1"]);
}

#[test]
fn names_that_the_suite_has_itself_are_not_imported() {
    for suite in [
        "using Test, Dates\nhelper(x) = 1\n@test helper(1)",
        "using Test, Dates\nfunction helper(x)\n1\nend\n@test helper(1)",
        "using Test, Dates\nusing Dates: helper\n@test helper(1)",
        "using Test, Dates\nhelper = f\n@test helper(1)",
        "using Test, Dates\nfor (helper, x) in y\n@test helper(1)\nend",
        "using Test, Dates\nmap(helper -> helper(1), x)",
        "using Test\nimport Dates\n@test Dates.helper(1)",
        "using Test, Dates\n@test show(1)",
    ] {
        let placed = placed(suite);
        assert!(placed.notes.is_empty(), "{suite}: {:?}", placed.notes);
    }
}

#[test]
fn a_module_around_everything_gets_them_inside() {
    let placed = placed("# tests\nmodule TestIt\n@test Dates.f(1)\nend\n");
    assert_eq!(placed.text, "# tests\nmodule TestIt using Test; using Dates;\n@test Dates.f(1)\nend\n");
}

/// The reference puts the whole text inside of a test set, where it can neither import nor define.
#[test]
fn q28_nothing_is_put_around_the_suite() {
    let suite = "using Test, Dates\nconst A = 1\nstruct B end\nmodule C end\n@test A == 1\n";
    assert_eq!(placed(suite).text, suite);
}

/// The reference resolves packages while it evaluates.
#[test]
fn q27_packages_are_not_changed() {
    let placed = placed(
        "import Pkg\nPkg.activate(\".\")\nPkg.add([\"Test\",\n \"Dates\"])\nusing Test, Dates\ninclude(\"../src/Dates.jl\")\nusing .Dates\n@test true\n",
    );
    assert_eq!(placed.text, "import Pkg\nnothing\nnothing\n\nusing Test, Dates\nnothing\nusing Dates\n@test true\n");
    assert_eq!(placed.notes.len(), 4, "{:?}", placed.notes);
    assert!(placed.notes[0].starts_with("Line 2: `Pkg.activate(\".\")` was left out"));
}

#[test]
fn text_forms() {
    let placed = placed("\u{feff}using Test, Dates\r\n@test true");
    assert_eq!(placed.text, "using Test, Dates\n@test true\n");
    assert_eq!(placed.notes.len(), 2);
    assert!(place(" \n", "Dates", "Dates", &focal(), FILE).is_err());
}

#[test]
fn suites_about_compiled_code_are_told() {
    assert!(placed("@test (@allocated f(1)) == 0").needs_compiler);
    assert!(!placed("# @allocated\n@test f(1)").needs_compiler);
}
