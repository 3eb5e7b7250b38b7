//! What a worker could leave behind on its host.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Context as _, ensure};

/// The user of the suites.
const SUITES: &str = "10001";

/// Containers of the worker, volumes, temporary files of ours and processes of suites.
#[derive(Debug)]
pub(crate) struct Left {
    containers: BTreeSet<String>,
    volumes: BTreeSet<String>,
    files: BTreeSet<String>,
    processes: BTreeSet<String>,
}

impl Left {
    /// Looks now.
    pub(crate) fn now(worker: &str) -> anyhow::Result<Self> {
        let label = format!("label=worker={worker}");
        Ok(Self {
            containers: docker(&["ps", "--all", "--quiet", "--filter", &label])?,
            volumes: docker(&["volume", "ls", "--quiet"])?,
            files: temporary_files()?,
            processes: processes()?,
        })
    }

    fn parts<'a>(&'a self, before: &'a Self) -> [(&'static str, Vec<&'a String>); 4] {
        let new = |now: &'a BTreeSet<String>, then: &'a BTreeSet<String>| now.difference(then).collect::<Vec<_>>();
        [
            ("containers", new(&self.containers, &before.containers)),
            ("volumes", new(&self.volumes, &before.volumes)),
            ("temporary files", new(&self.files, &before.files)),
            ("processes", new(&self.processes, &before.processes)),
        ]
    }

    /// Whether nothing is there that was not there before.
    pub(crate) fn is_clean(&self, before: &Self) -> bool {
        self.parts(before).iter().all(|(_, new)| new.is_empty())
    }

    /// What is there that was not there before, in words.
    pub(crate) fn beyond(&self, before: &Self) -> String {
        let say = |(what, new): &(&str, Vec<&String>)| {
            let names: Vec<&str> = new.iter().map(|name| name.as_str()).collect();
            format!("{} {what}{}{}", new.len(), if new.is_empty() { "" } else { ": " }, names.join(" "))
        };
        self.parts(before).iter().map(say).collect::<Vec<_>>().join(", ")
    }
}

fn docker(arguments: &[&str]) -> anyhow::Result<BTreeSet<String>> {
    let output = Command::new("docker").args(arguments).output().context("docker, the client of the engine")?;
    ensure!(output.status.success(), "docker {}: {}", arguments[0], String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn temporary_files() -> anyhow::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(std::env::temp_dir())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.contains("assay") {
            names.insert(name);
        }
    }
    Ok(names)
}

/// Processes of suites outlive their container only if the engine fails.
fn processes() -> anyhow::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir("/proc")? {
        // A process may end while it is looked at.
        let Ok(status) = std::fs::read_to_string(entry?.path().join("status")) else { continue };
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        if field("Uid:").split_whitespace().next() == Some(SUITES) {
            found.insert(format!("{} ({})", field("Pid:"), field("Name:")));
        }
    }
    Ok(found)
}

/// Memory of this process that is in use, in KiB.
pub(crate) fn resident_kib() -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse()?)
}
