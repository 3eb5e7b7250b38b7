//! Forms of the language that stand for the call of a trait's method.

/// What a suite does that may call methods of traits without naming them.
#[derive(Debug, Default)]
pub(super) struct Forms {
    /// Methods that are called by name: `into`, `parse`.
    pub(super) methods: std::collections::HashSet<String>,
    /// Macros that are called.
    pub(super) macros: std::collections::HashSet<String>,
    /// Operators: `+`, `==`, `[]`, `?`, `for`, `unary -`.
    pub(super) operators: std::collections::HashSet<&'static str>,
}

impl Forms {
    /// Whether something of this may call method `name` of `trait_name` (without arguments).
    pub(super) fn stand_for(&self, trait_name: &str, name: &str) -> bool {
        let method = |names: &[&str]| names.iter().any(|name| self.methods.contains(*name));
        let called = |names: &[&str]| names.iter().any(|name| self.macros.contains(*name));
        let operator = |signs: &[&'static str]| signs.iter().any(|sign| self.operators.contains(sign));
        match (trait_name, name) {
            ("Display" | "LowerHex" | "UpperHex" | "Binary" | "Octal" | "LowerExp" | "UpperExp" | "Pointer", "fmt") => {
                method(&["to_string"])
                    || called(&["format", "print", "println", "eprint", "eprintln", "write", "writeln", "panic"])
            }
            ("Debug", "fmt") => {
                called(&["format", "print", "println", "eprint", "eprintln", "write", "writeln", "panic", "dbg"])
            }
            ("From", "from") => method(&["into"]) || operator(&["?"]),
            ("TryFrom", "try_from") => method(&["try_into"]),
            ("Into", "into") | ("IntoIterator", "into_iter") => operator(&["?", "for"]),
            ("FromStr", "from_str") => method(&["parse"]),
            ("FromIterator", "from_iter") => method(&["collect"]),
            ("ToString", "to_string") => called(&["format", "println"]),
            ("Iterator", "next") => operator(&["for"]) || method(ITERATING),
            ("DoubleEndedIterator", "next_back") => method(&["rev", "last", "rfold", "rfind"]),
            ("ExactSizeIterator" | "Iterator", "size_hint") => method(&["len", "collect"]),
            ("PartialEq", "eq" | "ne") => operator(&["==", "!="]) || called(&["assert_eq", "assert_ne"]),
            ("PartialOrd", "partial_cmp" | "lt" | "le" | "gt" | "ge") | ("Ord", "cmp" | "max" | "min") => {
                operator(&["<", ">", "<=", ">="])
                    || method(&["sort", "max", "min", "cmp", "partial_cmp", "sort_unstable"])
            }
            ("Hash", "hash") => method(&["insert", "contains", "contains_key", "get", "entry"]),
            ("Index", "index") | ("IndexMut", "index_mut") => operator(&["[]"]),
            ("Deref", "deref") | ("DerefMut", "deref_mut") => operator(&["unary *"]) || !self.methods.is_empty(),
            ("Drop", "drop") => true,
            ("Default", "default") => method(&["unwrap_or_default", "take"]),
            ("Clone", "clone") => method(&["to_owned", "to_vec", "cloned"]),
            ("ToOwned", "to_owned") => method(&["into_owned"]),
            ("Extend", "extend") => method(&["extend"]),
            ("Sum", "sum") | ("Product", "product") => method(&["sum", "product"]),
            ("Future", "poll") => operator(&["await"]) || method(&["block_on"]) || called(&["block_on", "join"]),
            ("Write", "write" | "write_all" | "flush" | "write_str" | "write_fmt") => called(&["write", "writeln"]),
            ("Read", "read") => method(&["read_to_end", "read_to_string", "read_exact", "bytes"]),
            ("Error", "source" | "description" | "cause") => method(&["source"]),
            _ => ARITHMETIC.iter().any(|(of, method, sign)| *of == trait_name && *method == name && operator(&[sign])),
        }
    }
}

/// Methods of `Iterator` that call `next`.
const ITERATING: &[&str] = &[
    "collect",
    "count",
    "last",
    "nth",
    "map",
    "filter",
    "fold",
    "sum",
    "product",
    "for_each",
    "all",
    "any",
    "find",
    "position",
    "max",
    "min",
    "zip",
    "chain",
    "take",
    "skip",
    "by_ref",
    "peekable",
    "enumerate",
];

const ARITHMETIC: &[(&str, &str, &str)] = &[
    ("Add", "add", "+"),
    ("Sub", "sub", "-"),
    ("Mul", "mul", "*"),
    ("Div", "div", "/"),
    ("Rem", "rem", "%"),
    ("BitAnd", "bitand", "&"),
    ("BitOr", "bitor", "|"),
    ("BitXor", "bitxor", "^"),
    ("Shl", "shl", "<<"),
    ("Shr", "shr", ">>"),
    ("AddAssign", "add_assign", "+="),
    ("SubAssign", "sub_assign", "-="),
    ("MulAssign", "mul_assign", "*="),
    ("BitAndAssign", "bitand_assign", "&="),
    ("BitOrAssign", "bitor_assign", "|="),
    ("BitXorAssign", "bitxor_assign", "^="),
    ("Neg", "neg", "unary -"),
    ("Not", "not", "unary !"),
];

/// The operator of a set that a text is, so that it can be kept.
pub(super) fn known(sign: &str) -> Option<&'static str> {
    const OTHERS: &[&str] = &["==", "!=", "<", ">", "<=", ">="];
    ARITHMETIC.iter().map(|(_, _, own)| *own).chain(OTHERS.iter().copied()).find(|own| *own == sign)
}
