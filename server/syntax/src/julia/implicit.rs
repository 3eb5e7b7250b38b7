//! Functions of `Base` that a suite calls without naming them.

/// Calls by which another function calls `focal`: `string(x)` calls `show`.
pub(super) fn stands_for(focal: &str, called: &str) -> bool {
    let any = |names: &[&str]| names.contains(&called);
    match focal {
        "show" | "print" => any(&["string", "repr", "sprint", "print", "println", "show", "display"]),
        "iterate" => any(&[
            "collect",
            "sum",
            "prod",
            "map",
            "foreach",
            "filter",
            "first",
            "maximum",
            "minimum",
            "any",
            "all",
            "count",
            "reduce",
            "mapreduce",
            "zip",
            "enumerate",
            "Set",
            "Dict",
            "extrema",
            "in",
            "join",
        ]),
        "isless" => {
            any(&["sort", "sort!", "sortperm", "issorted", "max", "min", "maximum", "minimum", "extrema", "isless"])
        }
        "==" | "isequal" | "hash" => any(&["isequal", "unique", "Set", "Dict", "in", "findfirst", "allunique", "hash"]),
        "convert" => any(&["push!", "convert", "fill!"]),
        "promote_rule" => any(&["promote", "promote_type"]),
        "length" | "size" => {
            any(&["collect", "isempty", "length", "size", "axes", "eachindex", "lastindex", "similar"])
        }
        "getindex" => any(&["first", "last", "collect", "getindex"]),
        "eltype" => any(&["collect", "eltype"]),
        "+" => any(&["sum", "cumsum"]),
        "*" => any(&["prod", "cumprod"]),
        "showerror" => any(&["sprint", "showerror"]),
        "serialize" => any(&["deepcopy", "serialize"]),
        _ => false,
    }
}

/// Kinds of nodes that are a call of `focal`.
pub(super) fn written_as(focal: &str, kind: &str) -> bool {
    match focal {
        "getindex" => kind == "index_expression",
        "getproperty" => kind == "field_expression",
        "iterate" => matches!(kind, "for_binding" | "splat_expression"),
        "adjoint" => kind == "adjoint_expression",
        "hcat" => kind == "matrix_expression",
        "vcat" => matches!(kind, "matrix_expression" | "vector_expression"),
        "vect" => kind == "vector_expression",
        "(:)" | ":" | "colon" => kind == "range_expression",
        "show" | "print" => kind == "string_interpolation",
        "broadcast" | "broadcasted" | "materialize" => kind == "broadcast_call_expression",
        _ => false,
    }
}

/// Operators that are a call of `focal` besides the one of its own name.
pub(super) fn operator_calls(focal: &str, operator: &str) -> bool {
    let plain = operator.strip_prefix('.').filter(|rest| !rest.is_empty()).unwrap_or(operator);
    match focal {
        "isless" => matches!(plain, "<" | ">" | "<=" | ">="),
        "==" => matches!(plain, "==" | "!=" | "≠" | "in" | "∈" | "∉"),
        "<" => matches!(plain, "<" | ">"),
        "<=" => matches!(plain, "<=" | ">=" | "≤" | "≥"),
        "isapprox" => matches!(plain, "≈" | "≉"),
        "in" => matches!(plain, "in" | "∈" | "∉" | "∋"),
        "issubset" => matches!(plain, "⊆" | "⊇" | "⊈"),
        "union" => plain == "∪",
        "intersect" => plain == "∩",
        "xor" => plain == "⊻",
        "div" => plain == "÷",
        "promote_rule" | "convert" => matches!(plain, "+" | "-" | "*" | "/" | "==" | "<" | ">"),
        _ => plain == focal,
    }
}
