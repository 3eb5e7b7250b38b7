//! The reference implementation's invocation check, kept beside ours so that the two can be compared.

use domain::Language;

use crate::tree::{Place, Visitor, parse, text_of, walk};

/// What the reference takes for a call and for a name: parts of node type names (xrepotest.md §3.6).
struct Words {
    calls: &'static [&'static str],
    names: &'static [&'static str],
}

const fn words(language: Language) -> Words {
    match language {
        Language::Go | Language::Rust => Words { calls: &["call", "invocation"], names: &["ident", "name"] },
        Language::Julia => Words { calls: &["call"], names: &["identifier", "field_expression"] },
        Language::Php => Words {
            calls: &["function_call_expression", "member_call_expression", "scoped_call_expression"],
            names: &["name"],
        },
        Language::Ruby => Words { calls: &["call"], names: &["identifier", "constant"] },
    }
}

fn tree_sitter_grammar(language: Language) -> tree_sitter::Language {
    match language {
        Language::Rust => tree_sitter_rust::LANGUAGE.into(),
        Language::Julia => tree_sitter_julia::LANGUAGE.into(),
        Language::Go => tree_sitter_go::LANGUAGE.into(),
        Language::Ruby => tree_sitter_ruby::LANGUAGE.into(),
        Language::Php => tree_sitter_php::LANGUAGE_PHP.into(),
    }
}

/// The reference's `invocation`: whether a name equal to `function_name` stands anywhere inside something that its
/// grammar calls a call (xrepotest.md §3.6, with its false positives and negatives). `function_name` is that of a
/// benchmark record: bare, or as Julia writes it (`Base.iterate`). Text that cannot be parsed at all gives `false`.
pub fn reference_invokes(language: Language, suite: &str, function_name: &str) -> bool {
    let name = match language {
        Language::Julia if function_name.starts_with("Base.") => {
            function_name.rsplit('.').next().unwrap_or(function_name)
        }
        _ => function_name,
    };
    let Some(tree) = parse(&tree_sitter_grammar(language), suite) else { return false };
    let mut search = Search { suite, name, words: words(language), calls: 0, found: false };
    walk(tree.root_node(), &mut search);
    search.found
}

struct Search<'a> {
    suite: &'a str,
    name: &'a str,
    words: Words,
    /// How many calls are around the current node, itself included.
    calls: usize,
    found: bool,
}

impl Search<'_> {
    fn is(kind: &str, words: &[&str]) -> bool {
        words.iter().any(|word| kind.contains(word))
    }
}

impl<'t> Visitor<'t> for Search<'_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> crate::tree::Flow {
        let kind = place.node.kind();
        self.calls += usize::from(Self::is(kind, self.words.calls));
        if self.calls > 0 && Self::is(kind, self.words.names) && text_of(place.node, self.suite) == self.name {
            self.found = true;
            return crate::tree::Flow::Stop;
        }
        crate::tree::Flow::Into
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        self.calls -= usize::from(Self::is(place.node.kind(), self.words.calls));
    }
}
