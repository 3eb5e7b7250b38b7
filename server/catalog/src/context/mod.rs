//! What a model is shown beside the focal function: the five context modes, each a pure function of the files of a
//! repository and the settings.

mod bm25;
mod dense;
mod file;
mod lsp;
mod windows;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use domain::{ContextMode, FocalFunction, Language};

pub use bm25::Bm25;
pub use dense::{EmbedError, Embedder};
pub use windows::{Place, Window};

use lsp::SymbolIndex;

/// Parameters of retrieval. Every mode that uses them honours them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContextSettings {
    /// Lines of a window.
    pub window_lines: u32,
    /// Lines from one window to the next.
    pub window_stride: u32,
    /// Windows that are shown.
    pub top: u32,
}

impl Default for ContextSettings {
    /// The paper's: 50 lines, every 5 lines, the best 10.
    fn default() -> Self {
        Self { window_lines: 50, window_stride: 5, top: 10 }
    }
}

/// A piece of source that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextPart {
    /// Where it comes from, for a heading.
    pub title: String,
    pub code: String,
}

/// What a mode shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// What chose the parts: `BM25`, `symbol index (tree-sitter)`. Empty for modes that choose nothing.
    pub produced_by: String,
    /// Best first. Empty in `standard`, and where a mode finds nothing.
    pub parts: Vec<ContextPart>,
}

/// Why a mode gives nothing.
#[derive(Debug, thiserror::Error)]
pub enum ContextError {
    /// It needs what this installation does not have.
    #[error(
        "the mode rag_dense needs an embedding model, and none is configured; give a command that embeds to \
         `assay benchmark prompts --mode rag_dense --embedder COMMAND`"
    )]
    NoEmbedder,
    /// The model failed.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The focal file is not among the files.
    #[error("the focal file {0} is not among the repository's files")]
    NoFile(String),
}

/// The files of one repository, prepared for every mode. What a mode needs is computed at its first use.
pub struct RepositoryIndex {
    language: Language,
    settings: ContextSettings,
    /// As they are.
    files: BTreeMap<String, String>,
    /// Without test code; lines keep their numbers.
    clean: BTreeMap<String, String>,
    windows: OnceLock<(Vec<Window>, Bm25)>,
    vectors: OnceLock<Vec<Vec<f32>>>,
    symbols: OnceLock<SymbolIndex>,
}

impl RepositoryIndex {
    /// Over the files of a repository (see [`crate::visible_files`]), by path.
    pub fn new(language: Language, files: BTreeMap<String, String>, settings: ContextSettings) -> Self {
        let clean = file::without_test_code(language, &files);
        Self {
            language,
            settings,
            files,
            clean,
            windows: OnceLock::new(),
            vectors: OnceLock::new(),
            symbols: OnceLock::new(),
        }
    }

    /// What `mode` shows beside `focal`. `embedder` is asked by `rag_dense` only.
    pub fn context(
        &self,
        mode: ContextMode,
        focal: &FocalFunction,
        embedder: Option<&dyn Embedder>,
    ) -> Result<Context, ContextError> {
        Ok(match mode {
            ContextMode::Standard => Context { produced_by: String::new(), parts: Vec::new() },
            ContextMode::File => {
                let text = self.files.get(&focal.path).ok_or_else(|| ContextError::NoFile(focal.path.clone()))?;
                let code = file::marked(self.language, text, focal);
                let parts = vec![ContextPart { title: focal.path.clone(), code }];
                Context { produced_by: String::new(), parts }
            }
            ContextMode::Lsp => {
                let text = self.files.get(&focal.path).ok_or_else(|| ContextError::NoFile(focal.path.clone()))?;
                let symbols = self.symbols.get_or_init(|| SymbolIndex::new(self.language, &self.clean));
                let parts = symbols.parts(&self.clean, text, focal);
                Context { produced_by: lsp::PRODUCED_BY.to_owned(), parts }
            }
            ContextMode::RagBm25 => {
                let (windows, index) = self.windows();
                let hidden = windows::hidden(windows, focal);
                let scores = index.scores(&focal.source, &hidden);
                self.best(windows, &scores, &hidden, focal, "BM25")
            }
            ContextMode::RagDense => {
                let embedder = embedder.ok_or(ContextError::NoEmbedder)?;
                let (windows, _) = self.windows();
                let vectors = if let Some(vectors) = self.vectors.get() {
                    vectors
                } else {
                    let texts: Vec<&str> = windows.iter().map(|window| window.text.as_str()).collect();
                    let vectors = dense::embed(embedder, &texts)?;
                    self.vectors.get_or_init(|| vectors)
                };
                let query = dense::embed(embedder, &[&focal.source])?;
                let scores = dense::similarities(&query, vectors);
                let hidden = windows::hidden(windows, focal);
                self.best(windows, &scores, &hidden, focal, &embedder.name())
            }
        })
    }

    fn windows(&self) -> &(Vec<Window>, Bm25) {
        self.windows.get_or_init(|| {
            let windows = windows::windows(&self.clean, &self.settings);
            let index = Bm25::new(windows.iter().map(|window| window.text.as_str()));
            (windows, index)
        })
    }

    /// The windows with the highest scores; equal ones in the order of files.
    fn best(&self, windows: &[Window], scores: &[f64], hidden: &[usize], focal: &FocalFunction, by: &str) -> Context {
        let mut order: Vec<usize> = (0..windows.len()).filter(|n| hidden.binary_search(n).is_err()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        let parts = order
            .into_iter()
            .take(self.settings.top as usize)
            .filter_map(|n| {
                let place = windows[n].places.iter().find(|place| !place.overlaps(focal))?;
                let title = format!("{}, lines {} to {}", place.path, place.start_line, place.end_line);
                Some(ContextPart { title, code: windows[n].text.clone() })
            })
            .collect();
        Context { produced_by: by.to_owned(), parts }
    }
}

#[cfg(test)]
mod tests;
