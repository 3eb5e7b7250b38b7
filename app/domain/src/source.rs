//! Source text prepared for display: lines of coloured spans, never HTML.

use serde::{Deserialize, Serialize};

text_enum! {
    /// What a piece of source text is, for colouring.
    TokenClass, "token class" {
        Plain = "plain",
        Keyword = "keyword",
        Function = "function",
        Type = "type",
        String = "string",
        Number = "number",
        Comment = "comment",
        Constant = "constant",
        Variable = "variable",
        Operator = "operator",
    }
}

/// A run of characters of one class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSpan {
    pub class: TokenClass,
    pub text: String,
}

/// One line, without its line end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLine {
    /// Line number in the file (1-based).
    pub number: u32,
    pub spans: Vec<SourceSpan>,
}
