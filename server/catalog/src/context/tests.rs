use std::collections::BTreeMap;

use domain::{ContextMode, FocalFunction, Language};

use super::{ContextError, ContextSettings, EmbedError, Embedder, RepositoryIndex};

pub(super) fn focal(path: &str, start_line: u32, end_line: u32) -> FocalFunction {
    FocalFunction {
        name: "f".into(),
        qualified_name: "f".into(),
        path: path.into(),
        start_line,
        end_line,
        source: String::new(),
        signature: String::new(),
        class_name: String::new(),
        package: String::new(),
    }
}

const BOX: &str = "package p\n\ntype Box struct {\n\tn int\n}\n\nfunc (b *Box) Grow(by Size) int {\n\tif b.n > Limit {\n\t\treturn helper(b.n)\n\t}\n\treturn 0\n}\n";
const OTHER: &str =
    "package p\n\n// Limit ends growth.\nconst Limit = 3\n\ntype Size int\n\nfunc helper(n int) int {\n\treturn n\n}\n";
const FAR: &str = "package q\n\nfunc unrelated() string {\n\treturn \"nothing\"\n}\n";

fn go_files() -> BTreeMap<String, String> {
    [("p/box.go", BOX), ("p/other.go", OTHER), ("q/far.go", FAR)]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into()
}

fn grow() -> FocalFunction {
    syntax::focal_functions(Language::Go, BOX, "p/box.go").remove(0).focal
}

fn titles(index: &RepositoryIndex, mode: ContextMode) -> Vec<String> {
    index.context(mode, &grow(), None).unwrap().parts.into_iter().map(|part| part.title).collect()
}

#[test]
fn the_symbol_index_gives_the_three_blocks() {
    let index = RepositoryIndex::new(Language::Go, go_files(), ContextSettings::default());
    let context = index.context(ContextMode::Lsp, &grow(), None).unwrap();
    assert_eq!(context.produced_by, "symbol index (tree-sitter)");
    assert_eq!(
        titles(&index, ContextMode::Lsp),
        [
            "Type of an argument: `Box`, p/box.go, line 3",
            "Type of an argument: `Size`, p/other.go, line 6",
            "Definition of what it calls: `helper`, p/other.go, line 8",
            "Use of `Limit`, p/other.go, line 3",
        ]
    );
    assert_eq!(context.parts[2].code, "func helper(n int) int {\n\treturn n\n}");
}

#[test]
fn retrieval_shows_the_best_windows_and_never_the_function() {
    let settings = ContextSettings { window_lines: 4, window_stride: 2, top: 3 };
    let index = RepositoryIndex::new(Language::Go, go_files(), settings);
    let context = index.context(ContextMode::RagBm25, &grow(), None).unwrap();
    assert_eq!(context.produced_by, "BM25");
    assert_eq!(context.parts.len(), 3);
    for part in &context.parts {
        assert!(!part.code.contains("Grow"), "{part:?}");
    }
}

#[test]
fn window_and_number_are_honoured() {
    let of = |window_lines, top| {
        let settings = ContextSettings { window_lines, window_stride: 2, top };
        let index = RepositoryIndex::new(Language::Go, go_files(), settings);
        index.context(ContextMode::RagBm25, &grow(), None).unwrap().parts
    };
    assert_eq!(of(4, 1).len(), 1);
    assert_eq!(of(4, 5).len(), 5);
    assert!(of(2, 9).iter().all(|part| part.code.lines().count() <= 2));
    assert!(of(4, 9).iter().any(|part| part.code.lines().count() == 4));
}

/// Counts letters: a model small enough to be checked by hand.
struct Letters;

impl Embedder for Letters {
    fn name(&self) -> String {
        "letters".to_owned()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| ('a'..='z').map(|c| text.matches(c).count() as f32).collect()).collect())
    }
}

#[test]
fn dense_retrieval_needs_a_model_and_then_ranks_by_it() {
    let settings = ContextSettings { window_lines: 50, window_stride: 50, top: 2 };
    let index = RepositoryIndex::new(Language::Go, go_files(), settings);
    assert!(matches!(index.context(ContextMode::RagDense, &grow(), None), Err(ContextError::NoEmbedder)));
    let context = index.context(ContextMode::RagDense, &grow(), Some(&Letters)).unwrap();
    assert_eq!(context.produced_by, "letters");
    // The whole of box.go overlaps the function; the other two files remain, one window each.
    let paths: Vec<&str> = context.parts.iter().map(|part| part.title.split(',').next().unwrap()).collect();
    let mut sorted = paths.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["p/other.go", "q/far.go"]);
}

/// A model that breaks its promise.
struct Broken;

impl Embedder for Broken {
    fn name(&self) -> String {
        "broken".to_owned()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|_| vec![f32::NAN]).collect())
    }
}

#[test]
fn a_model_that_gives_nonsense_is_a_fault() {
    let index = RepositoryIndex::new(Language::Go, go_files(), ContextSettings::default());
    let error = index.context(ContextMode::RagDense, &grow(), Some(&Broken)).unwrap_err();
    assert!(matches!(error, ContextError::Embed(_)), "{error}");
}

#[test]
fn every_mode_is_the_same_each_time() {
    let contexts = || {
        let index = RepositoryIndex::new(Language::Go, go_files(), ContextSettings::default());
        ContextMode::ALL.iter().map(|mode| index.context(*mode, &grow(), Some(&Letters)).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(contexts(), contexts());
}
