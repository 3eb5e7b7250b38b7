//! `prompts.jsonl` as a file: the same benchmark version gives the same bytes.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use catalog::Embedder;
use domain::BenchmarkVersionId;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use store::Store;
use tokio::sync::Semaphore;

use super::{PromptChoice, lines, source};

/// A written file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub prompts: u64,
    /// Of the file's bytes, in hexadecimal.
    pub sha256: String,
}

/// Writes the prompts of a version by repository, path and line; compressed when the name ends with `.gz`. The file
/// appears whole or not at all.
pub async fn write(
    store: &Store,
    version: BenchmarkVersionId,
    choice: PromptChoice,
    embedder: Option<Arc<dyn Embedder>>,
    path: &Path,
) -> anyhow::Result<Written> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let unfinished =
        tempfile::NamedTempFile::new_in(folder).with_context(|| format!("cannot write into {}", folder.display()))?;
    let mut file = PromptFile::new(unfinished.reopen()?, path.extension().is_some_and(|ending| ending == "gz"));
    let mut prompts = 0;
    for (repository, _) in store.repositories(version).await? {
        if choice.language.is_some_and(|language| language != repository.spec.language) {
            continue;
        }
        let source = source(store, version, repository.id, repository.spec).await?;
        prompts += source.tasks.len() as u64;
        let embedder = embedder.clone();
        let lines = tokio::task::spawn_blocking(move || lines(source, &choice, embedder.as_deref())).await??;
        file.write_all(lines.as_bytes())?;
    }
    let sha256 = file.finish()?;
    unfinished.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Written { prompts, sha256 })
}

/// A file that is hashed while it is written.
struct PromptFile {
    inner: Body,
}

enum Body {
    Plain(Hashed),
    Gzip(GzEncoder<Hashed>),
}

impl PromptFile {
    fn new(file: File, compressed: bool) -> Self {
        let hashed = Hashed { file: BufWriter::new(file), hash: Sha256::new() };
        // The encoder writes no time and no name, so that the same text gives the same bytes.
        let inner =
            if compressed { Body::Gzip(GzEncoder::new(hashed, Compression::default())) } else { Body::Plain(hashed) };
        Self { inner }
    }

    fn write_all(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match &mut self.inner {
            Body::Plain(file) => file.write_all(bytes),
            Body::Gzip(file) => file.write_all(bytes),
        }
    }

    fn finish(self) -> std::io::Result<String> {
        let mut hashed = match self.inner {
            Body::Plain(file) => file,
            Body::Gzip(file) => file.finish()?,
        };
        hashed.flush()?;
        Ok(hex::encode(hashed.hash.finalize()))
    }
}

struct Hashed {
    file: BufWriter<File>,
    hash: Sha256,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// The files that the site offers, made at their first download and kept: versions never change.
#[derive(Clone)]
pub struct PromptFiles {
    folder: PathBuf,
    store: Store,
    /// One file is made at a time; the next asker of the same file finds it made.
    turn: Arc<Semaphore>,
}

impl PromptFiles {
    /// Kept below `folder`.
    pub fn new(folder: PathBuf, store: Store) -> Self {
        Self { folder, store, turn: Arc::new(Semaphore::new(1)) }
    }

    /// The path of the compressed file of a version, made when it is not there yet.
    pub async fn compressed(&self, version: BenchmarkVersionId, choice: PromptChoice) -> anyhow::Result<PathBuf> {
        let language = choice.language.map_or("all", domain::Language::as_str);
        let name = format!("{version}-{language}-{}-{}.jsonl.gz", choice.mode, catalog::PROMPT_VERSION);
        let path = self.folder.join(name);
        if path.exists() {
            return Ok(path);
        }
        let _turn = self.turn.acquire().await?;
        if !path.exists() {
            write(&self.store, version, choice, None, &path).await?;
        }
        Ok(path)
    }
}
