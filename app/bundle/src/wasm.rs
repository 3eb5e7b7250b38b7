//! The script and the wasm: compile, bind, shrink.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, ensure};

use crate::site::Site;

const TARGET: &str = "wasm32-unknown-unknown";

/// What every browser of the last years understands, so that the optimiser may keep what the compiler used.
const WASM_FEATURES: [&str; 6] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/// Builds crate `hydrate` and puts `NAME.js` and `NAME.wasm` into the site.
pub(crate) fn build(workspace: &Path, dev: bool, site: &Site) -> anyhow::Result<()> {
    let module = compile(workspace, dev)?;
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(&module)
        .out_name(site.name())
        .web(true)?
        .typescript(false)
        .debug(dev)
        .keep_debug(dev)
        .remove_name_section(!dev)
        .remove_producers_section(!dev)
        .generate(site.package())
        .with_context(|| format!("wasm-bindgen on {}", module.display()))?;
    // wasm-bindgen always writes NAME_bg.wasm; the pages ask for NAME.wasm (see `.cargo/config.toml`).
    let bound = site.package().join(format!("{}_bg.wasm", site.name()));
    let wanted = site.package().join(format!("{}.wasm", site.name()));
    std::fs::rename(&bound, &wanted).with_context(|| format!("{} to {}", bound.display(), wanted.display()))?;
    if dev {
        return Ok(());
    }
    let optimiser = workspace.join("end2end/node_modules/.bin/wasm-opt");
    if optimiser.exists() {
        shrink(&optimiser, &wanted)
    } else {
        eprintln!(
            "warning: wasm-opt is not there, so the wasm stays about a fifth larger; for the small one: npm ci in end2end"
        );
        Ok(())
    }
}

/// Compiles crate `hydrate`; gives the path of its wasm.
fn compile(workspace: &Path, dev: bool) -> anyhow::Result<PathBuf> {
    let (profile, folder) = if dev { ("dev", "debug") } else { ("wasm-release", "wasm-release") };
    let target_dir = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(workspace)
        .args(["build", "--package", "hydrate", "--lib", "--target", TARGET, "--profile", profile, "--target-dir"])
        .arg(&target_dir)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", remap_flags(workspace)?);
    run(&mut cargo)?;
    Ok(target_dir.join(TARGET).join(folder).join("hydrate.wasm"))
}

/// Compiler flags that keep folders of this machine out of a file that everybody can download.
fn remap_flags(workspace: &Path) -> anyhow::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = Command::new(rustc).args(["--print", "sysroot"]).output().context("asking rustc for its folder")?;
    let sysroot = String::from_utf8(sysroot.stdout)?;
    let home = std::env::var("HOME").unwrap_or_default();
    let cargo_home = std::env::var("CARGO_HOME").unwrap_or_else(|_| format!("{home}/.cargo"));
    Ok(format!(
        "--remap-path-prefix={cargo_home}=/cargo --remap-path-prefix={}=/rust --remap-path-prefix={}=/assay",
        sysroot.trim(),
        workspace.display()
    ))
}

/// Runs wasm-opt on a file in place.
fn shrink(optimiser: &Path, module: &Path) -> anyhow::Result<()> {
    let before = std::fs::metadata(module)?.len();
    let shrunk = module.with_extension("shrunk");
    let mut command = Command::new(optimiser);
    command.arg("-Oz").arg(module).arg("-o").arg(&shrunk);
    command.args(WASM_FEATURES.map(|feature| format!("--enable-{feature}")));
    run(&mut command)?;
    let after = std::fs::metadata(&shrunk).context("wasm-opt wrote nothing")?.len();
    ensure!(after > 0 && after <= before, "wasm-opt made {after} bytes of {before}: this is not the wasm-opt we know");
    std::fs::rename(&shrunk, module)?;
    Ok(())
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("starting {}", command.get_program().display()))?;
    ensure!(status.success(), "{} ended with {status}", command.get_program().display());
    Ok(())
}
