//! The text that a model is asked with. The wording is ours and has a version, so that results can say which one they
//! were made with.

mod words;

use domain::{ContextMode, FocalFunction, Language, RepositorySpec, TaskKey};
use serde::Serialize;

use crate::{Context, ContextPart};

/// Changes whenever the same task would be asked with other words or another context.
pub const PROMPT_VERSION: &str = "1";

/// One line of `prompts.jsonl`, in the reference's fields (xrepotest.md §1.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Prompt {
    pub task_id: TaskKey,
    pub system_prompt: String,
    pub prompt: String,
}

impl Prompt {
    /// Characters of both parts.
    pub fn characters(&self) -> u64 {
        (self.system_prompt.chars().count() + self.prompt.chars().count()) as u64
    }

    /// An estimate of its tokens: a quarter of its bytes in UTF-8. No model's own vocabulary is used; on source code
    /// real counts lie within about a third of it.
    pub fn tokens(&self) -> u64 {
        ((self.system_prompt.len() + self.prompt.len()) as u64).div_ceil(4)
    }
}

/// The prompt for a task in a mode, with what the mode shows.
pub fn prompt(
    key: &TaskKey,
    repository: &RepositorySpec,
    focal: &FocalFunction,
    mode: ContextMode,
    context: &Context,
) -> Prompt {
    let language = repository.language;
    let mut text = String::new();
    if !context.parts.is_empty() {
        text.push_str(words::context_head(mode));
        text.push_str("\n\n");
        for part in &context.parts {
            text.push_str(&shown(language, part));
            text.push('\n');
        }
    }
    text.push_str(&words::request(repository, focal));
    text.push_str("\n\n");
    text.push_str(&fenced(language, &focal.source));
    text.push('\n');
    for rule in words::task_rules(language, focal) {
        text.push_str(&format!("- {rule}\n"));
    }
    Prompt { task_id: key.clone(), system_prompt: words::system(language), prompt: text }
}

fn shown(language: Language, part: &ContextPart) -> String {
    format!("{}:\n{}", part.title, fenced(language, &part.code))
}

/// Code in a fence that is longer than any run of backticks inside of it.
fn fenced(language: Language, code: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in code.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}{language}\n{}\n{fence}\n", code.trim_end_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::tests::spec;

    fn focal() -> FocalFunction {
        FocalFunction {
            name: "Find".into(),
            qualified_name: "T.Find".into(),
            path: "a/b.go".into(),
            start_line: 10,
            end_line: 20,
            source: "func (t T) Find() int {\n\treturn 1\n}".into(),
            signature: "func (t T) Find() int".into(),
            class_name: "T".into(),
            package: "b".into(),
        }
    }

    fn of(mode: ContextMode, parts: Vec<ContextPart>) -> Prompt {
        let context = Context { produced_by: String::new(), parts };
        prompt(&"go-demo-Find-522acaae".parse().unwrap(), &spec(), &focal(), mode, &context)
    }

    #[test]
    fn a_prompt_says_what_is_tested_and_how() {
        let prompt = of(ContextMode::Standard, Vec::new());
        for fact in ["`T.Find`", "`a/b.go`", "lines 10 to 20", "```go\nfunc (t T) Find() int", "package b"] {
            assert!(prompt.prompt.contains(fact), "{fact}: {}", prompt.prompt);
        }
        for fact in ["one fenced block", "```go", "TestXxx"] {
            assert!(prompt.system_prompt.contains(fact), "{fact}: {}", prompt.system_prompt);
        }
        let line = serde_json::to_string(&prompt).unwrap();
        assert!(line.starts_with("{\"task_id\":\"go-demo-Find-522acaae\",\"system_prompt\":"), "{line}");
    }

    #[test]
    fn every_language_has_its_framework_and_its_fence() {
        for (language, framework) in [
            (Language::Rust, "#[test]"),
            (Language::Julia, "@testset"),
            (Language::Go, "testing"),
            (Language::Ruby, "RSpec"),
            (Language::Php, "PHPUnit"),
        ] {
            let system = words::system(language);
            assert!(system.contains(framework) && system.contains(&format!("```{language}")), "{system}");
        }
    }

    #[test]
    fn code_cannot_end_its_fence() {
        let part = ContextPart { title: "x.go, lines 1 to 3".into(), code: "/// ````text\n/// a\n/// ````".into() };
        let prompt = of(ContextMode::RagBm25, vec![part]);
        assert!(prompt.prompt.contains("x.go, lines 1 to 3:\n`````go\n/// ````text"), "{}", prompt.prompt);
    }

    #[test]
    fn sizes() {
        let prompt = Prompt { task_id: "a".parse().unwrap(), system_prompt: "ä".repeat(19), prompt: String::new() };
        assert_eq!((prompt.characters(), prompt.tokens()), (19, 10));
    }
}
