//! Julia.

mod functions;
mod implicit;
mod invocation;
mod returns;
mod signature;
mod suite_facts;
mod tests;

pub(crate) use signature::call_of;

use domain::FocalFunction;

use crate::grammar::{Grammar, Parsed};
use crate::rules::owned;
use crate::{ExtractionRules, FoundFunction, Returns, StaticTest};

pub(crate) struct Julia;

/// The grammar's crate brings no query.
const HIGHLIGHTS: &str = r#"
(identifier) @variable
[(integer_literal) (float_literal)] @number
(boolean_literal) @boolean
[(line_comment) (block_comment)] @comment
[(string_literal) (character_literal) (command_literal) (prefixed_string_literal) (prefixed_command_literal)] @string
(string_interpolation) @embedded
(escape_sequence) @escape
(quote_expression) @constant
(operator) @operator
(macro_identifier) @function
(call_expression . (identifier) @function)
(call_expression . (field_expression (identifier) @function .))
(broadcast_call_expression . (identifier) @function)
(type_head) @type
(typed_expression (_) (identifier) @type .)
(parametrized_type_expression . (identifier) @type)
["module" "baremodule" "abstract" "type" "primitive" "mutable" "struct" "function" "macro" "begin" "quote" "let" "if"
 "elseif" "else" "try" "catch" "finally" "for" "while" "do" "end" "return" "const" "global" "local" "using" "import"
 "export" "where" (break_statement) (continue_statement)] @keyword
"#;

impl Grammar for Julia {
    fn language(&self) -> tree_sitter::Language {
        tree_sitter_julia::LANGUAGE.into()
    }

    fn highlights(&self) -> String {
        HIGHLIGHTS.to_owned()
    }

    fn locals(&self) -> &'static str {
        ""
    }

    fn rules(&self) -> ExtractionRules {
        ExtractionRules {
            test_folders: owned(&["test", "tests", "benchmark", "perf", "docs"]),
            // What `Pkg` builds and downloads.
            skipped_path_prefixes: owned(&["."]),
            ..ExtractionRules::common(&["jl"], Returns::LastExpression)
        }
    }

    fn functions(&self, parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
        functions::functions(parsed, path)
    }

    fn invokes(&self, suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
        invocation::invokes(suite, focal)
    }

    fn test_cases(&self, suite: &Parsed<'_>) -> Vec<StaticTest> {
        tests::test_cases(suite)
    }
}

/// The name of a macro call without its `@` and its module: `test` of `Test.@test`.
pub(crate) fn macro_name<'s>(node: tree_sitter::Node<'_>, text: &'s str) -> Option<&'s str> {
    if node.kind() != "macrocall_expression" {
        return None;
    }
    let name = crate::tree::named_children(node).into_iter().find(|child| child.kind() == "macro_identifier")?;
    let name = crate::tree::text_of(name, text).trim_start_matches('@');
    Some(name.rsplit('.').next().unwrap_or(name))
}

/// The arguments of a macro call, in either form: `@m a b` and `@m(a, b)`.
fn macro_arguments(node: tree_sitter::Node<'_>) -> Vec<tree_sitter::Node<'_>> {
    crate::tree::named_children(node)
        .into_iter()
        .find(|child| matches!(child.kind(), "macro_argument_list" | "argument_list"))
        .map_or_else(Vec::new, crate::tree::named_children)
}
