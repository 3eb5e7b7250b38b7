//! Functions of Julia files, their names and modules, and the filter rules on them.

use domain::Language;
use syntax::{DropReason, ExtractionRules, FoundFunction, Returns, focal_functions};

const FILE: &str = r#"module Shop
export total

"What it costs."
function total(cart::Cart, rate=1; round::Bool = false)
    return rate # the sum
end

@inline function scale(x::T, y...) where {T <: Number}
    x
end

half(x)::Int = x ÷ 2
pair(x::A, y::B) where {A, B} = begin
    (x, y)
end

Base.:+(a::Cart, b::Cart) = Cart(a.n + b.n)
Base.:(==)(a::Cart, b::Cart) = a.n == b.n
function *(a::Cart, n::Int)
    Cart(a.n * n)
end
function Base.iterate(c::Cart, state = 1)::Union{Nothing, Tuple}
    nothing
end
Cart{T}(n) where T = Cart(n)
(p::Poly)(x) = p.a * x
(::Type{T})(x::Cart) where {T} = T(x.n)

struct Box
    n::Int
    Box(n) = new(n)
end

module Deep
    deep(x) = x
end

if VERSION > v"1.0"
    newer(x) = x
else
    older(x) = x
end

begin
    grouped(x) = x
end

let secret = 1
    hidden(x) = secret
end

for op in (:a, :b)
    @eval $op(x::Cart) = x
end

@generated function made(x)
    :(x)
end

macro shout(x)
    x
end

function outer(xs)
    inner(x) = x + 1
    map(x -> inner(x), xs)
end

function declared end
const anonymous = function (x)
    x
end
end
"#;

fn all() -> Vec<FoundFunction> {
    focal_functions(Language::Julia, FILE, "src/Shop.jl")
}

fn one<'a>(found: &'a [FoundFunction], name: &str) -> &'a FoundFunction {
    found.iter().find(|f| f.focal.name == name).unwrap_or_else(|| panic!("{name} was not found"))
}

#[test]
fn every_form_is_found_with_its_names() {
    let found = all();
    let names: Vec<_> = found
        .iter()
        .filter(|f| f.obstacle.is_none())
        .map(|f| (f.focal.name.as_str(), f.focal.qualified_name.as_str()))
        .collect();
    assert_eq!(
        names,
        [
            ("total", "Shop.total"),
            ("scale", "Shop.scale"),
            ("half", "Shop.half"),
            ("pair", "Shop.pair"),
            ("+", "Base.+"),
            ("==", "Base.=="),
            ("*", "Shop.*"),
            ("iterate", "Base.iterate"),
            ("Cart", "Shop.Cart"),
            ("Poly", "Shop.(::Poly)"),
            ("deep", "Shop.Deep.deep"),
            ("newer", "Shop.newer"),
            ("older", "Shop.older"),
            ("grouped", "Shop.grouped"),
            ("outer", "Shop.outer"),
        ]
    );
    let dropped: Vec<_> = found.iter().filter_map(|f| Some((f.focal.name.as_str(), f.obstacle?))).collect();
    assert_eq!(
        dropped,
        [
            ("", DropReason::NotCallable),
            ("Box", DropReason::Nested),
            ("hidden", DropReason::Nested),
            ("$op", DropReason::Nested),
            ("made", DropReason::CompileTime),
            ("shout", DropReason::NotCallable),
            ("inner", DropReason::Nested),
        ]
    );
}

#[test]
fn heads_lines_and_modules() {
    let found = all();
    let total = &one(&found, "total").focal;
    assert_eq!((total.start_line, total.end_line), (5, 7));
    assert_eq!(total.signature, "function total(cart::Cart, rate=1; round::Bool = false)");
    assert!(total.source.starts_with("function total") && total.source.ends_with("end"));
    assert_eq!(total.package, "Shop");
    let scale = &one(&found, "scale").focal;
    assert_eq!(scale.signature, "function scale(x::T, y...) where {T <: Number}");
    assert!(scale.source.starts_with("function"), "{}", scale.source);
    assert_eq!(one(&found, "half").focal.signature, "half(x)::Int");
    assert_eq!(one(&found, "deep").focal.package, "Shop.Deep");
    assert_eq!(one(&found, "Cart").focal.class_name, "Cart");
}

/// Overloads share a name; the reference gives all of them the result of the last one.
#[test]
fn q31_overloads_are_kept_apart_by_lines_and_signature() {
    let text = "area(x::Circle) = 1\narea(x::Square) = 2\narea(x, y) = 3\n";
    let found = focal_functions(Language::Julia, text, "src/a.jl");
    let places: Vec<_> = found.iter().map(|f| (f.focal.start_line, f.focal.signature.as_str())).collect();
    assert_eq!(places, [(1, "area(x::Circle)"), (2, "area(x::Square)"), (3, "area(x, y)")]);
}

#[test]
fn what_reads_like_an_output() {
    for (body, expected) in [
        ("return", Returns::Explicit),
        ("xs = map(x -> begin return 1 end, y)", Returns::Nothing),
        ("foo(1) do x\nreturn x\nend", Returns::LastExpression),
        ("x + 1", Returns::LastExpression),
        ("x", Returns::LastExpression),
        ("nothing", Returns::Nothing),
        ("y = 1", Returns::Nothing),
        ("println(x)", Returns::Nothing),
        ("throw(x)", Returns::Nothing),
        ("push!(x, 1)", Returns::Nothing),
        ("for i in x\nend", Returns::Nothing),
        ("if x\ny = 1\nelseif z\ny\nend", Returns::LastExpression),
        ("if x\ny = 1\nelse\nerror(\"a\")\nend", Returns::Nothing),
        ("try\nx\ncatch e\nrethrow()\nend", Returns::LastExpression),
        ("x ? error(\"a\") : 3", Returns::LastExpression),
        ("x || throw(y)", Returns::Nothing),
        ("@printf(\"a\")", Returns::Nothing),
        ("x # what it is", Returns::LastExpression),
    ] {
        let text = format!("function f(x)\n{body}\nend\n");
        assert_eq!(focal_functions(Language::Julia, &text, "a.jl")[0].returns, expected, "{body}");
    }
}

#[test]
fn the_rules_of_julia() {
    let rules = ExtractionRules::for_language(Language::Julia).unwrap();
    let long = |head: &str| {
        format!("function {head}\n{}    return x\nend\n", "    x += 1 # one more\n\n# comment\n".repeat(8))
    };
    let reason = |text: &str, path: &str| rules.reason(&focal_functions(Language::Julia, text, path)[0]);
    assert_eq!(reason(&long("f(x)"), "src/a.jl"), None);
    assert_eq!(reason(&long("_f(x)"), "src/a.jl"), Some(DropReason::ReservedPrefix));
    assert_eq!(reason(&long("f(x)"), "test/runtests.jl"), Some(DropReason::Test));
    assert_eq!(reason("f(x) = x\n", "src/a.jl"), Some(DropReason::TooShort));
    assert!(rules.is_source("src/a.jl") && !rules.is_source("Project.toml"));
}
