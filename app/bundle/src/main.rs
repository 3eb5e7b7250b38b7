#![doc = include_str!("../README.md")]

mod site;
mod style;
mod wasm;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

const USAGE: &str = "\
Builds what the browser loads (script, wasm, style sheet, public files) into a folder.

usage: bundle [--dev] [--site FOLDER]

  --dev          quick: no optimisation, no compression, no size budget
  --site FOLDER  where to put it (default: target/site in the workspace)";

/// Name of the script, the wasm and the style sheet. Compiled in from `.cargo/config.toml`, as into the server.
const OUTPUT_NAME: &str = env!("LEPTOS_OUTPUT_NAME");

/// What is asked for.
struct Options {
    dev: bool,
    site: PathBuf,
}

/// Reads the command line; `None` when only the usage is wanted.
fn parse(arguments: impl Iterator<Item = String>, workspace: &Path) -> anyhow::Result<Option<Options>> {
    let mut options = Options { dev: false, site: workspace.join("target/site") };
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--dev" => options.dev = true,
            "--site" => options.site = arguments.next().context("--site needs a folder")?.into(),
            "--help" | "-h" => return Ok(None),
            other => bail!("unknown argument {other}\n\n{USAGE}"),
        }
    }
    Ok(Some(options))
}

fn main() -> anyhow::Result<()> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = workspace.canonicalize().with_context(|| format!("the workspace {}", workspace.display()))?;
    let Some(options) = parse(std::env::args().skip(1), &workspace)? else {
        println!("{USAGE}");
        return Ok(());
    };
    let site = site::Site::begin(&options.site, OUTPUT_NAME)?;
    wasm::build(&workspace, options.dev, &site)?;
    let sheet = style::join(&workspace.join("style/main.css"))?;
    site.write_package_file("css", sheet.as_bytes())?;
    site.copy_public(&workspace.join("public"))?;
    if !options.dev {
        site.compress()?;
    }
    let sizes = site.sizes()?;
    println!("{sizes}");
    if !options.dev {
        sizes.check_budget()?;
    }
    site.publish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_understood_or_refused_with_the_usage() {
        let parse = |line: &str| parse(line.split_whitespace().map(str::to_owned), Path::new("/w"));
        let options = parse("").unwrap().unwrap();
        assert!(!options.dev);
        assert_eq!(options.site, Path::new("/w/target/site"));
        let options = parse("--site /elsewhere --dev").unwrap().unwrap();
        assert!(options.dev);
        assert_eq!(options.site, Path::new("/elsewhere"));
        assert!(parse("--help").unwrap().is_none());
        assert!(parse("--site").is_err());
        let refused = parse("--fast").err().unwrap().to_string();
        assert!(refused.contains("--fast") && refused.contains("usage:"), "{refused}");
    }
}
