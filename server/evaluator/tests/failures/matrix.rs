//! Broken suites of every language, run in the images: what `scoring` says they fail at against what was broken.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use domain::{FailureMode, Hallucination, Language, SlotResult};
use scoring::failure::{Failed, Rules, Symbols, classify};
use serde::Deserialize;

use crate::fixture::Task;
use crate::lab::Lab;

/// Suites per language that must at least be there.
const AT_LEAST: usize = 40;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collection {
    task: Task,
    skeletons: BTreeMap<String, String>,
    group: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    mode: FailureMode,
    hallucination: Option<Hallucination>,
    skeleton: String,
    /// Name and what stands in place of the skeleton's `§`.
    suites: BTreeMap<String, String>,
}

/// What a suite fails at, by its text form: `api_hallucination/phantom_library`.
fn class(mode: FailureMode, hallucination: Option<Hallucination>) -> String {
    hallucination.map_or_else(|| mode.to_string(), |kind| format!("{mode}/{kind}"))
}

/// One suite as it was run.
#[derive(serde::Serialize, Deserialize)]
struct Case {
    name: String,
    label: String,
    suite: String,
    result: SlotResult,
}

/// The cases of a language with the names that its repository defines.
#[derive(serde::Serialize, Deserialize)]
struct Cases {
    symbols: Symbols,
    cases: Vec<Case>,
}

fn record(language: Language) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"), PathBuf::from);
    target.join("failures").join(format!("{language}.json"))
}

/// Runs the collection, or reads what the last run wrote.
async fn cases(language: Language) -> Cases {
    let path = record(language);
    if std::env::var("ASSAY_FAILURES").is_ok_and(|how| how == "again") {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return serde_json::from_str(&text).unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/failures/{language}.toml"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let collection: Collection = toml::from_str(&text).unwrap_or_else(|error| panic!("{language}.toml: {error}"));
    let mut lab = Lab::open(&collection.task, language).await;
    let mut cases = Vec::new();
    for group in collection.group {
        let skeleton = &collection.skeletons[&group.skeleton];
        for (name, body) in group.suites {
            let suite = skeleton.replacen('§', body.trim_end_matches('\n'), 1);
            let result =
                lab.result(&suite, &collection.task.limits()).await.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            cases.push(Case { name, label: class(group.mode, group.hallucination), suite, result: *result });
        }
    }
    let cases = Cases { symbols: lab.symbols.clone(), cases };
    lab.close().await;
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, serde_json::to_string_pretty(&cases).unwrap()).unwrap();
    cases
}

/// Rows are what was broken, columns what was found.
fn matrix(counts: &BTreeMap<(String, String), usize>) -> String {
    let mut classes: Vec<&String> = counts.keys().flat_map(|(label, found)| [label, found]).collect();
    classes.sort();
    classes.dedup();
    let mut text = String::from("| broken \\ found |");
    for class in &classes {
        let _ = write!(text, " {} |", class.rsplit('/').next().unwrap());
    }
    text.push_str("\n|---|");
    text.push_str(&"--:|".repeat(classes.len()));
    for label in &classes {
        let _ = write!(text, "\n| {label} |");
        for found in &classes {
            let n = counts.get(&((*label).clone(), (*found).clone())).copied().unwrap_or(0);
            let _ = if n == 0 { write!(text, " |") } else { write!(text, " {n} |") };
        }
    }
    text
}

async fn measure(language: Language) {
    let Cases { symbols, cases } = cases(language).await;
    assert!(cases.len() >= AT_LEAST, "{language}: {} suites", cases.len());
    let mut tables = Vec::new();
    let mut wrong = String::new();
    for rules in [Rules::Ours, Rules::Reference] {
        let mut counts = BTreeMap::<(String, String), usize>::new();
        for case in &cases {
            let failed = Failed::of(language, &case.suite, &case.result, &symbols);
            let found = classify(&failed, rules);
            let name = found.as_ref().map_or_else(|| "none".to_owned(), |found| class(found.mode, found.hallucination));
            if name != case.label && rules == Rules::Ours {
                let said = found.map_or_else(String::new, |found| format!("{}: {}", found.rule, found.line));
                let _ = writeln!(wrong, "{}: {} is not {}; {said}", case.name, name, case.label);
            }
            *counts.entry((case.label.clone(), name)).or_default() += 1;
        }
        let right: usize = counts.iter().filter(|((label, found), _)| label == found).map(|(_, n)| n).sum();
        tables.push((right, matrix(&counts)));
    }
    let [(ours, table), (theirs, their_table)] = &tables[..] else { unreachable!() };
    let heading = format!("{}: {ours} of {} right; {theirs} by the reference's rules", language.name(), cases.len());
    println!("{heading}\n\n{table}\n\n{their_table}\n\n{wrong}");
    let readme = include_str!("../../../scoring/README.md");
    assert!(readme.contains(&heading), "the README of scoring does not say: {heading}\n{wrong}");
    assert!(readme.contains(table.as_str()), "the README of scoring does not have this table:\n\n{table}\n\n{wrong}");
}

#[tokio::test]
async fn failures_rust() {
    measure(Language::Rust).await;
}

#[tokio::test]
async fn failures_julia() {
    measure(Language::Julia).await;
}

#[tokio::test]
async fn failures_go() {
    measure(Language::Go).await;
}

#[tokio::test]
async fn failures_ruby() {
    measure(Language::Ruby).await;
}

#[tokio::test]
async fn failures_php() {
    measure(Language::Php).await;
}
