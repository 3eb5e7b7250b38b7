//! Kinds of nodes per language, as the grammars name them.

use domain::Language;

/// What definitions, calls and branches are called in a grammar.
pub(super) struct Words {
    pub(super) types: &'static [&'static str],
    pub(super) constants: &'static [&'static str],
    /// Declarations around a single type or constant.
    pub(super) wrappers: &'static [&'static str],
    /// Bodies of functions, in which nothing has a name that others know.
    pub(super) bodies: &'static [&'static str],
    /// Calls, each with the field that holds what is called; an empty field is the first child.
    pub(super) calls: &'static [(&'static str, &'static str)],
    /// Branches and loops, each with the field of its condition.
    pub(super) conditions: &'static [(&'static str, &'static str)],
}

impl Words {
    pub(super) const fn of(language: Language) -> Self {
        match language {
            Language::Rust => RUST,
            Language::Julia => JULIA,
            Language::Go => GO,
            Language::Ruby => RUBY,
            Language::Php => PHP,
        }
    }
}

const RUST: Words = Words {
    types: &["struct_item", "enum_item", "union_item", "trait_item", "type_item"],
    constants: &["const_item", "static_item"],
    wrappers: &[],
    bodies: &["block"],
    calls: &[("call_expression", "function"), ("macro_invocation", "macro"), ("struct_expression", "name")],
    conditions: &[
        ("if_expression", "condition"),
        ("while_expression", "condition"),
        ("match_expression", "value"),
        ("match_pattern", "condition"),
    ],
};

const JULIA: Words = Words {
    types: &["struct_definition", "abstract_definition", "primitive_definition"],
    constants: &["const_statement"],
    wrappers: &[],
    bodies: &["function_definition", "macro_definition"],
    calls: &[("call_expression", ""), ("broadcast_call_expression", "")],
    conditions: &[
        ("if_statement", "condition"),
        ("elseif_clause", "condition"),
        ("while_statement", "condition"),
        ("ternary_expression", ""),
    ],
};

const GO: Words = Words {
    types: &["type_spec", "type_alias"],
    constants: &["const_spec", "var_spec"],
    wrappers: &["type_declaration", "const_declaration", "var_declaration"],
    bodies: &["block"],
    calls: &[("call_expression", "function"), ("composite_literal", "type")],
    conditions: &[
        ("if_statement", "condition"),
        ("for_clause", "condition"),
        ("expression_switch_statement", "value"),
        ("expression_case", "value"),
    ],
};

const RUBY: Words = Words {
    types: &["class", "module"],
    constants: &["assignment"],
    wrappers: &[],
    bodies: &["method", "singleton_method", "block", "do_block"],
    calls: &[("call", "method")],
    conditions: &[
        ("if", "condition"),
        ("unless", "condition"),
        ("elsif", "condition"),
        ("while", "condition"),
        ("until", "condition"),
        ("if_modifier", "condition"),
        ("unless_modifier", "condition"),
        ("while_modifier", "condition"),
        ("until_modifier", "condition"),
        ("conditional", "condition"),
        ("case", "value"),
    ],
};

const PHP: Words = Words {
    types: &["class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"],
    constants: &["const_element"],
    wrappers: &["const_declaration"],
    bodies: &["compound_statement"],
    calls: &[
        ("function_call_expression", "function"),
        ("member_call_expression", "name"),
        ("nullsafe_member_call_expression", "name"),
        ("scoped_call_expression", "name"),
        ("object_creation_expression", ""),
    ],
    conditions: &[
        ("if_statement", "condition"),
        ("else_if_clause", "condition"),
        ("while_statement", "condition"),
        ("do_statement", "condition"),
        ("for_statement", "condition"),
        ("switch_statement", "condition"),
        ("match_expression", "condition"),
        ("conditional_expression", "condition"),
    ],
};
