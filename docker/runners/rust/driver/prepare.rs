//! `driver prepare`: runs while the image is built, with cargo and Debian's sources at hand.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::blank::blank_tests;
use crate::json::{self, Value};
use crate::layout::{CRATES, INCREMENTAL, REPOSITORIES, copy_tree, crate_folder, work_folder};
use crate::rustc::Template;

/// Where Debian's packages put the sources of crates.
const DEBIAN: &str = "/usr/share/cargo/registry";
/// What cargo builds; its libraries stay in the image.
const TARGET: &str = "/assay/rust/target";
/// Upstream's sources with their tests: what the evaluator is checked with.
const UPSTREAM: &str = "/assay/upstream";
/// The harness's name while nothing is hidden from anybody.
const HARNESS_NAME: &str = "assay_harness";

pub fn prepare(manifest: &str) -> io::Result<()> {
    let text = fs::read_to_string(manifest)?;
    let entries = json::parse(&text).ok_or_else(|| io::Error::other("the manifest is not JSON"))?;
    let mut specs = Vec::new();
    for entry in entries.list() {
        let name = entry.get("spec").get("name").text();
        let named = |error: io::Error| io::Error::other(format!("{name}: {error}"));
        specs.push(repository(entry).map_err(named)?);
    }
    prune(Path::new(TARGET))?;
    let mut out = String::new();
    Value::List(specs).write(&mut out);
    fs::write("/assay/repositories.json", out)
}

/// Copies, strips and builds one crate; gives its entry of the manifest.
fn repository(entry: &Value) -> io::Result<Value> {
    let Value::Map(mut spec) = entry.get("spec").clone() else { return Err(io::Error::other("no spec")) };
    let name = entry.get("spec").get("name").text();
    let (source, version) = debian_source(entry.get("crate").text())?;
    let root = Path::new(REPOSITORIES).join(name);
    // Suites are run against the sources alone: upstream's own tests would lend them helpers, or clash with them.
    copy_tree(&source, &root, &|path| {
        matches!(path, "tests" | "benches" | "examples" | "fuzz" | "fixtures" | ".git" | ".github" | "Cargo.lock")
            || path.starts_with(".cargo")
    })?;
    copy_tree(&root.join("src"), &Path::new(UPSTREAM).join(name).join("src"), &|path| path.contains('.') && !path.ends_with(".rs"))?;
    blank_below(&root.join("src"))?;
    name_itself(&root.join("src/lib.rs"), entry.get("crate").text())?;
    let manifest = root.join("Cargo.toml");
    fs::write(&manifest, without_targets(&fs::read_to_string(&manifest)?))?;
    let (args, env) = template(&root, entry.get("crate").text(), entry.get("features").text())?;
    let folder = crate_folder(name);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("args"), args.join("\n"))?;
    fs::write(folder.join("env"), env.join("\n"))?;
    warm(name, &root)?;
    let text = |text: &str| Value::Text(text.to_owned());
    spec.insert("language".to_owned(), text("rust"));
    spec.insert("version".to_owned(), text(&version));
    spec.insert("root".to_owned(), text(&root.to_string_lossy()));
    let lib = args.iter().position(|arg| arg == "--crate-name").and_then(|at| args.get(at + 1));
    let settings = BTreeMap::from([("crate".to_owned(), text(lib.map_or("", String::as_str)))]);
    spec.insert("settings".to_owned(), Value::Map(settings));
    Ok(Value::Map(spec))
}

/// The folder of a crate among Debian's sources, and its version.
fn debian_source(name: &str) -> io::Result<(PathBuf, String)> {
    for entry in fs::read_dir(DEBIAN)? {
        let entry = entry?;
        let folder = entry.file_name().to_string_lossy().into_owned();
        if let Some(version) = folder.strip_prefix(&format!("{name}-")).filter(|v| v.starts_with(|c: char| c.is_ascii_digit())) {
            return Ok((entry.path(), version.to_owned()));
        }
    }
    Err(io::Error::other(format!("Debian ships no source of {name}")))
}

/// Tests that models write often name the crate that they are part of; one more item lets them. No line moves.
fn name_itself(root: &Path, name: &str) -> io::Result<()> {
    let text = fs::read_to_string(root)?;
    let name = name.replace('-', "_");
    fs::write(root, format!("{}\nextern crate self as {name};\n", text.trim_end()))
}

fn blank_below(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            blank_below(&path)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path)?;
            let (blanked, files) = blank_tests(&text);
            if blanked != text {
                fs::write(&path, blanked)?;
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let beside = if matches!(stem.as_str(), "mod" | "lib" | "main") { folder.to_owned() } else { folder.join(stem) };
            for module in files {
                let file = beside.join(format!("{module}.rs"));
                if file.is_file() {
                    fs::remove_file(file)?;
                } else if beside.join(&module).is_dir() {
                    fs::remove_dir_all(beside.join(&module))?;
                }
            }
        }
    }
    Ok(())
}

/// A Cargo.toml without tests, benches, examples, and development dependencies that Debian does not ship.
fn without_targets(text: &str) -> String {
    let mut kept = String::new();
    let mut keep = true;
    for line in text.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_matches(['[', ']']);
            let missing = section
                .strip_prefix("dev-dependencies.")
                .or_else(|| section.split_once(".dev-dependencies.").map(|(_, name)| name))
                .is_some_and(|name| debian_source(name).is_err());
            keep = !matches!(section, "test" | "bench" | "example") && !missing && !section.starts_with("profile.");
        }
        if keep {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept.push_str("\n[workspace]\n");
    kept
}

/// Builds the crate's own tests, of which none are left, and takes over how cargo calls the compiler for them.
fn template(root: &Path, name: &str, features: &str) -> io::Result<(Vec<String>, Vec<String>)> {
    let output = Command::new("cargo")
        .args(["test", "--lib", "--no-run", "--offline", "-vv", "--features", features])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", TARGET)
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(io::Error::other(said));
    }
    // The last call of the compiler is that of the crate itself. Descriptions in its environment may have line breaks.
    let call = said.rsplit("Running `").find(|call| call.contains("--test "));
    let call = call.and_then(|call| call.split("\n    Finished").next()?.trim_end().strip_suffix('`'));
    let words = words(call.ok_or_else(|| io::Error::other(format!("{name}: cargo did not call the compiler:\n{said}")))?);
    let start = words.iter().position(|word| word.ends_with("rustc")).ok_or_else(|| io::Error::other("no rustc"))?;
    let env = words[..start].iter().filter(|word| word.contains('=')).map(|word| word.replace('\n', " ")).collect();
    let mut args = Vec::new();
    let mut rest = words[start + 1..].iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--out-dir" | "--check-cfg" => {
                rest.next();
            }
            "-C" => {
                let option = rest.next().map_or("", String::as_str);
                // Without a build identifier of cargo's the state does not depend on where cargo ran.
                if !["incremental=", "debuginfo=", "extra-filename=", "metadata=", "embed-bitcode="].iter().any(|o| option.starts_with(o)) {
                    args.extend(["-C".to_owned(), option.to_owned()]);
                }
            }
            other if ["--error-format", "--json", "--emit", "--diagnostic-width", "--cap-lints", "--warn", "--deny"].iter().any(|o| other.starts_with(o)) => {
                if !other.contains('=') {
                    rest.next();
                }
            }
            other => args.push(other.to_owned()),
        }
    }
    args.extend(["--cap-lints=allow", "-C", "debuginfo=0", "-C", "metadata=assay"].map(str::to_owned));
    Ok((args, env))
}

/// Splits a command line as cargo prints it.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut chars = line.chars();
    let mut quote = None;
    while let Some(c) = chars.next() {
        let Some(word) = words.last_mut() else { break };
        match (c, quote) {
            ('\\', None) => word.extend(chars.next()),
            (q, Some(open)) if q == open => quote = None,
            ('\'' | '"', None) => quote = Some(c),
            (c, None) if c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(String::new());
                }
            }
            (c, _) => word.push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Compiles the crate once at the very path where suites are built, and keeps the compiler's state.
fn warm(name: &str, root: &Path) -> io::Result<()> {
    let folder = work_folder(name);
    copy_tree(root, &folder, &|path| path != "src" && !path.starts_with("src/") && path != "Cargo.toml" && !path.ends_with(".md"))?;
    let incremental = format!("incremental={INCREMENTAL}");
    let more = ["--emit=link", "-o", "suite", "-C", &incremental];
    let compiled = Template::load(name)?.compile(&folder, HARNESS_NAME, &more, &mut io::stderr())?;
    if !compiled.status.success() {
        return Err(io::Error::other("the stripped crate does not build"));
    }
    fs::remove_file(folder.join("suite"))?;
    copy_tree(&folder, &Path::new(CRATES).join(name).join("warm"), &|_| false)?;
    fs::remove_dir_all(&folder)
}

/// Leaves of cargo's output what the compiler needs: libraries, and what build scripts have written.
fn prune(target: &Path) -> io::Result<()> {
    let deps = target.join("debug/deps");
    for entry in fs::read_dir(&deps)? {
        let path = entry?.path();
        if !path.extension().is_some_and(|end| end == "rlib" || end == "so") {
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
    }
    for folder in ["debug/incremental", "debug/.fingerprint", "debug/examples"] {
        match fs::remove_dir_all(target.join(folder)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    for entry in fs::read_dir(target.join("debug/build"))? {
        let path = entry?.path();
        if !path.join("out").is_dir() {
            fs::remove_dir_all(path)?;
        }
    }
    Ok(())
}
