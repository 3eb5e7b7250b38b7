//! Which Julia suites call the focal function.

use domain::{FocalFunction, Language};
use syntax::{focal_functions, invokes};

fn focal(definition: &str) -> FocalFunction {
    focal_functions(Language::Julia, definition, "src/a.jl").remove(0).focal
}

fn check(definition: &str, cases: &[(&str, bool)]) {
    let focal = focal(definition);
    for (suite, expected) in cases {
        assert_eq!(invokes(Language::Julia, suite, &focal), *expected, "{definition}: {suite}");
    }
}

#[test]
fn calls_by_name() {
    check(
        "f(x, y) = x",
        &[
            ("@test f(1, 2) == 1", true),
            ("@testset \"a\" begin\n    @test Mod.f(1, 2) == 1\nend", true),
            ("@test f.([1], 2) == [1]", true),
            ("@test Mod.f.([1], 2) == [1]", true),
            ("@test_throws ErrorException f(1, 2)", true),
            ("@test map(f, [1], [2]) == [1]", true),
            ("@test reduce(Mod.f, [1]) == 1", true),
            ("@test sort([1], lt = f) == [1]", true),
            ("x = [1] .|> f", true),
            ("@test \"$(f(1, 2))\" == \"1\"", true),
            ("@test f(args...) == 1", true),
            ("g = f\n@test g(1, 2) == 1", true),
            ("using Mod: f as g\n@test g(1, 2) == 1", true),
            ("const g = Mod.f\n@test g(1, 2) == 1", true),
            ("@test getfield(Mod, :f)(1, 2) == 1", true),
            ("@test foo(1) do x\n    f(x, 1)\nend", true),
            ("import Mod: f\nf(x::Mine, y) = 1\n@test f(1, 2) == 1", true),
            ("module T\nusing Test\n@test f(1, 2) == 1\nend", true),
        ],
    );
}

#[test]
fn what_is_no_call() {
    check(
        "f(x, y) = x",
        &[
            ("using Mod: f\n@test true", false),
            ("# f(1, 2)\n@test \"f(1, 2)\" == x", false),
            ("@testset \"f(1, 2)\" begin\n    @test g(1, 2)\nend", false),
            ("f(x, y) = 2\n@test f(1, 2) == 2", false),
            ("function f(x, y)\n    1\nend\n@test f(1, 2) == 1", false),
            ("for f in (g, h)\n    @test f(1, 2) == 1\nend", false),
            ("@testset \"a\" begin\n    f = g\n    @test f(1, 2) == 1\nend", false),
            ("f = 1\n@test f == 1", false),
            ("h = f -> f(1, 2)", false),
            ("obj = make()\n@test obj.f(1, 2) == 1", false),
            ("@test :f == name", false),
            ("@test f == f", false),
        ],
    );
}

#[test]
fn the_number_of_arguments_tells_overloads_apart() {
    check("f(x, y) = x", &[("f(1)", false), ("f(1, 2, 3)", false), ("f(1, 2; a = 3)", false), ("f(xs...)", true)]);
    check("f(x, y = 1) = x", &[("f(1)", true), ("f(1, 2)", true), ("f()", false)]);
    check("f(x, ys...; k...) = x", &[("f(1, 2, 3, a = 1)", true), ("f()", false)]);
    check("function f(g::Function, x)\n    g(x)\nend", &[("f(1) do x\n    x\nend", true), ("f(1)", false)]);
    check("f(xs) = xs", &[("f(x for x in 1:3)", true), ("[1] |> f", true)]);
}

#[test]
fn constructors_and_objects_that_can_be_called() {
    check(
        "Foo{T}(x) where T = new(x)",
        &[("Foo{Int}(1)", true), ("Foo(1)", true), ("Mod.Foo{Int}(1)", true), ("x isa Foo", false)],
    );
    check(
        "(p::Poly)(x) = p.a",
        &[
            ("p = Poly(1)\n@test p(2) == 3", true),
            ("@test Poly(1)(2) == 3", true),
            ("p = Poly(1)\n@test p.a == 1", false),
        ],
    );
}

#[test]
fn operators_and_what_base_calls_without_a_name() {
    check(
        "Base.:+(a::Cart, b::Cart) = 1",
        &[
            ("a + b", true),
            ("a .+ b", true),
            ("+(a, b)", true),
            ("Base.:+(a, b)", true),
            ("x += y", true),
            ("reduce(+, xs)", true),
            ("sum(xs)", true),
            ("a - b", false),
            ("+a", false),
        ],
    );
    check("Base.:-(a::Cart) = 1", &[("-a", true), ("a - b", false)]);
    check(
        "Base.:(==)(a::Cart, b::Cart) = true",
        &[("@test a == b", true), ("@test a != b", true), ("@test a < b", false)],
    );
    check(
        "Base.iterate(d::Bag, s = 1) = nothing",
        &[
            ("Base.iterate(d)", true),
            ("iterate(d)", true),
            ("for x in d\nend", true),
            ("collect(d)", true),
            ("[x for x in d]", true),
            ("f(d...)", true),
            ("d", false),
        ],
    );
    check("Base.getindex(d::Bag, i) = 1", &[("d[1]", true), ("[1]", false)]);
    check("Base.setindex!(d::Bag, v, i) = 1", &[("d[1] = 2", true), ("d[1] += 2", true), ("d[1]", false)]);
    check(
        "Base.show(io::IO, d::Bag) = print(io, 1)",
        &[("string(d)", true), ("sprint(show, d)", true), ("\"$d\"", true)],
    );
    check("Base.isless(a::Bag, b::Bag) = true", &[("a < b", true), ("sort(xs)", true), ("a + b", false)]);
}

#[test]
fn texts_that_do_not_parse_are_read_as_far_as_they_can_be() {
    check("f(x) = x", &[("@test f(1) == 1\n@test f(", true), ("function (", false), ("", false)]);
}
