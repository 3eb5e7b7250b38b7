//! `assay benchmark extract`: the focal functions of a folder in the reference's schema (xrepotest.md §1.1).

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use catalog::{SourceFile, reference_record};
use domain::{Language, RepositorySpec};

/// Largest file that is read, in bytes; source is never larger.
const FILE_BYTES: u64 = 16 << 20;

/// Options of `assay benchmark extract`.
#[derive(Debug, clap::Args)]
pub struct ExtractArgs {
    /// Root of a repository.
    pub dir: PathBuf,
    /// Language of its source: `rust`, `julia`, `go`, `ruby`, `php`.
    #[arg(long)]
    pub language: Language,
    /// Folder below the root to look in; may be given several times. All of it when absent.
    #[arg(long, value_name = "FOLDER")]
    pub source_root: Vec<String>,
    /// Path below the root that is left out; may be given several times.
    #[arg(long, value_name = "PATH")]
    pub exclude: Vec<String>,
}

/// Prints one JSON line per focal function, without an image and without preparation; what was dropped goes to standard
/// error, counted by reason.
pub fn extract(args: &ExtractArgs) -> anyhow::Result<()> {
    let dir = args.dir.canonicalize().with_context(|| format!("cannot read {}", args.dir.display()))?;
    let folder = dir.file_name().map_or_else(|| "repository".to_owned(), |name| name.to_string_lossy().into_owned());
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' };
    let name: String = folder.chars().map(plain).take(64).collect();
    let spec = RepositorySpec {
        name: name.parse()?,
        language: args.language,
        version: String::new(),
        domain: domain::RepositoryDomain::Utilities,
        root: "/".to_owned(),
        source_roots: if args.source_root.is_empty() { vec![".".to_owned()] } else { args.source_root.clone() },
        exclude: args.exclude.clone(),
        homepage: String::new(),
        license: String::new(),
        settings: std::collections::BTreeMap::new(),
        limits: domain::RepositoryLimits::default(),
    };
    let mut files = Vec::new();
    read_folder(&dir, &dir, args.language, &mut files).with_context(|| format!("cannot read {}", dir.display()))?;
    let extracted = catalog::extract(&spec, &files);
    let mut out = std::io::stdout().lock();
    for candidate in &extracted.candidates {
        let text = extracted.files.get(&candidate.focal.path).map_or("", String::as_str);
        writeln!(out, "{}", reference_record(&spec, candidate, text))?;
    }
    out.flush()?;
    eprintln!("{} functions", extracted.candidates.len());
    for (reason, n) in &extracted.dropped {
        eprintln!("{n:>6} left out: {}", reason.explanation());
    }
    for path in &extracted.unreadable {
        eprintln!("{path} is not text");
    }
    Ok(())
}

/// Plain source files below `dir`; links are passed over, so that nothing outside is read.
fn read_folder(root: &Path, dir: &Path, language: Language, files: &mut Vec<SourceFile>) -> std::io::Result<()> {
    let rules = syntax::ExtractionRules::for_language(language);
    let mut entries = std::fs::read_dir(dir)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type()?;
        if kind.is_dir() && entry.file_name() != ".git" {
            read_folder(root, &entry.path(), language, files)?;
        } else if kind.is_file() {
            let path = entry.path().strip_prefix(root).unwrap_or(&entry.path()).to_string_lossy().into_owned();
            let wanted = rules.as_ref().is_some_and(|rules| rules.is_source(&path));
            if wanted && entry.metadata()?.len() <= FILE_BYTES {
                files.push(SourceFile { path, bytes: std::fs::read(entry.path())? });
            }
        }
    }
    Ok(())
}
