//! The folder that the server serves: filled beside the old one, measured, then put in its place.

use std::{
    fmt, fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};

/// Most that a first visit may download of script, wasm and style, in bytes after brotli.
const BUDGET: u64 = 350 * 1024;

/// File types that shrink; pictures and fonts are compressed already.
const COMPRESSED: [&str; 9] = ["css", "html", "ico", "js", "json", "svg", "txt", "wasm", "xml"];

/// A site under construction.
pub(crate) struct Site {
    root: PathBuf,
    staging: PathBuf,
    name: &'static str,
}

impl Site {
    /// An empty site that will replace the folder `root`.
    pub(crate) fn begin(root: &Path, name: &'static str) -> anyhow::Result<Self> {
        let site = Self { root: root.to_path_buf(), staging: root.with_extension("new"), name };
        if site.staging.exists() {
            fs::remove_dir_all(&site.staging).with_context(|| format!("removing {}", site.staging.display()))?;
        }
        fs::create_dir_all(site.package()).with_context(|| format!("making {}", site.package().display()))?;
        Ok(site)
    }

    /// Name of the script, the wasm and the style sheet.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Folder of the script, the wasm and the style sheet.
    pub(crate) fn package(&self) -> PathBuf {
        self.staging.join("pkg")
    }

    /// Writes `pkg/NAME.extension`.
    pub(crate) fn write_package_file(&self, extension: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.package().join(self.name).with_extension(extension);
        fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))
    }

    /// Copies the files of `public` to the root of the site; none when there is no such folder.
    pub(crate) fn copy_public(&self, public: &Path) -> anyhow::Result<()> {
        for file in files_below(public)? {
            let inner = file.strip_prefix(public)?;
            ensure!(!inner.starts_with("pkg"), "{} would land among the built files", file.display());
            let target = self.staging.join(inner);
            fs::create_dir_all(target.parent().unwrap_or(&self.staging))?;
            fs::copy(&file, &target).with_context(|| format!("copying {}", file.display()))?;
        }
        Ok(())
    }

    /// Puts `.br` and `.gz` copies beside every file that gets smaller by it.
    pub(crate) fn compress(&self) -> anyhow::Result<()> {
        for file in files_below(&self.staging)? {
            let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if !COMPRESSED.contains(&extension) {
                continue;
            }
            let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
            for (suffix, packed) in [("br", brotli(&bytes)?), ("gz", gzip(&bytes)?)] {
                if packed.len() < bytes.len() {
                    let path = file.with_extension(format!("{extension}.{suffix}"));
                    fs::write(&path, packed).with_context(|| format!("writing {}", path.display()))?;
                }
            }
        }
        Ok(())
    }

    /// Sizes of the built files.
    pub(crate) fn sizes(&self) -> anyhow::Result<Sizes> {
        let size = |path: PathBuf| fs::metadata(path).map(|file| file.len()).ok();
        let mut files = Vec::new();
        for extension in ["js", "wasm", "css"] {
            let name = format!("{}.{extension}", self.name);
            let plain = size(self.package().join(&name)).with_context(|| format!("{name} was not built"))?;
            let brotli = size(self.package().join(format!("{name}.br")));
            let gzip = size(self.package().join(format!("{name}.gz")));
            files.push(Size { name, plain, brotli, gzip });
        }
        Ok(Sizes(files))
    }

    /// Puts the new site in the place of the old one.
    pub(crate) fn publish(self) -> anyhow::Result<()> {
        let old = self.root.with_extension("old");
        if old.exists() {
            fs::remove_dir_all(&old).with_context(|| format!("removing {}", old.display()))?;
        }
        if self.root.exists() {
            fs::rename(&self.root, &old).with_context(|| format!("moving {} away", self.root.display()))?;
        }
        fs::rename(&self.staging, &self.root).with_context(|| format!("making {}", self.root.display()))?;
        if old.exists() {
            fs::remove_dir_all(&old)?;
        }
        Ok(())
    }
}

/// One built file: bytes as such and compressed, where it was.
struct Size {
    name: String,
    plain: u64,
    brotli: Option<u64>,
    gzip: Option<u64>,
}

/// What a first visit downloads.
pub(crate) struct Sizes(Vec<Size>);

impl Sizes {
    /// Bytes of a first visit by a browser that takes brotli.
    fn transferred(&self) -> u64 {
        self.0.iter().map(|file| file.brotli.unwrap_or(file.plain)).sum()
    }

    /// An error when the files have grown past the budget.
    pub(crate) fn check_budget(&self) -> anyhow::Result<()> {
        let bytes = self.transferred();
        ensure!(
            bytes <= BUDGET,
            "a first visit downloads {bytes} bytes, the budget is {BUDGET}; find out what grew (is a server crate in \
             `cargo tree -p hydrate --target wasm32-unknown-unknown -e normal`?) before raising it"
        );
        Ok(())
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kib =
            |bytes: Option<u64>| bytes.map_or_else(|| "-".to_owned(), |bytes| format!("{:.1}", bytes as f64 / 1024.0));
        writeln!(f, "{:<12} {:>10} {:>10} {:>10}", "KiB", "plain", "gzip", "brotli")?;
        for file in &self.0 {
            writeln!(
                f,
                "{:<12} {:>10} {:>10} {:>10}",
                file.name,
                kib(Some(file.plain)),
                kib(file.gzip),
                kib(file.brotli)
            )?;
        }
        write!(f, "first visit: {} of {} KiB", kib(Some(self.transferred())), BUDGET / 1024)
    }
}

fn brotli(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    // Quality 11 and a window of 4 MiB: made once, sent often.
    let mut packed = brotli::CompressorWriter::new(Vec::new(), 1 << 16, 11, 22);
    packed.write_all(bytes)?;
    Ok(packed.into_inner())
}

fn gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}

/// Regular files below a folder; none when it does not exist.
fn files_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        if !folder.exists() {
            continue;
        }
        for entry in fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::{fs::File, io::Read};

    use super::*;

    #[test]
    fn a_site_is_filled_beside_the_old_one_and_replaces_it() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("site");
        let public = folder.path().join("public");
        fs::create_dir_all(root.join("pkg")).unwrap();
        fs::write(root.join("pkg/stale.js"), "old").unwrap();
        fs::create_dir_all(public.join("icons")).unwrap();
        fs::write(public.join("icons/a.svg"), "<svg/>".repeat(100)).unwrap();

        let site = Site::begin(&root, "demo").unwrap();
        for extension in ["js", "wasm", "css"] {
            site.write_package_file(extension, "text ".repeat(200).as_bytes()).unwrap();
        }
        site.copy_public(&public).unwrap();
        site.compress().unwrap();
        assert!(root.join("pkg/stale.js").exists(), "the old site is served until the new one is whole");
        site.sizes().unwrap().check_budget().unwrap();
        site.publish().unwrap();

        assert!(!root.join("pkg/stale.js").exists());
        assert!(root.join("icons/a.svg.br").exists());
        let mut text = String::new();
        flate2::read::GzDecoder::new(File::open(root.join("pkg/demo.css.gz")).unwrap())
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "text ".repeat(200));
        let mut text = String::new();
        brotli::Decompressor::new(File::open(root.join("pkg/demo.css.br")).unwrap(), 4096)
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "text ".repeat(200));
        assert!(!root.with_extension("old").exists() && !root.with_extension("new").exists());
    }

    #[test]
    fn a_missing_file_and_a_site_past_the_budget_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let site = Site::begin(&folder.path().join("site"), "demo").unwrap();
        assert!(site.sizes().err().unwrap().to_string().contains("demo.js"));
        let size = |brotli| Sizes(vec![Size { name: "demo.wasm".into(), plain: 9 << 20, brotli, gzip: None }]);
        assert!(size(Some(BUDGET)).check_budget().is_ok());
        assert!(size(Some(BUDGET + 1)).check_budget().is_err());
        assert!(size(None).check_budget().is_err());
    }
}
