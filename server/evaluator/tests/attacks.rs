//! Suites that try to look better than they are, or to do harm, in every language: `attacks/README.md` says what a
//! fixture is. Each is run in the real image through the real engine and must end as was written down beforehand; an
//! honest suite that is run after it in the same session must pass all the same, and nothing of either may be left.
//!
//! Needs a container engine and the images of `./dev images`; ASSAY_RUNTIME names the runtime (runc without it), and
//! ASSAY_ATTACKS which fixtures (`kinds`: one of each kind of attack; else names with commas; all without it). The table of all languages and runtimes that were run
//! is `attacks.md` in the target folder.

#[path = "failures/matrix.rs"]
mod failures;
#[path = "attacks/fixture.rs"]
mod fixture;
#[path = "attacks/lab.rs"]
mod lab;
#[path = "attacks/row.rs"]
mod row;

use domain::Language;

use fixture::Folder;
use lab::Lab;

/// Fixtures over all languages that must at least be there.
const AT_LEAST: usize = 257;

/// Runs one fixture after another, so that a busy machine does not turn an honest suite into a slow one.
async fn attack(language: Language) {
    static ONE_LANGUAGE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let mut folder = Folder::read(language);
    let all = folder.fixtures.len();
    if let Some(names) = std::env::var("ASSAY_ATTACKS").ok().filter(|names| !names.is_empty()) {
        folder.choose(&names);
    }
    let _turn = ONE_LANGUAGE.lock().await;
    let mut lab = Lab::open(&folder.task, language).await;
    let mut rows = Vec::new();
    for fixture in &folder.fixtures {
        rows.push(lab.run(fixture, &folder.honest).await);
    }
    lab.close().await;
    println!("{}", row::table(&rows));
    println!("{}", row::write_down(language, &fixture::runtime(), all, &rows).unwrap());
    let differences: Vec<_> = rows.iter().filter_map(row::Row::difference).collect();
    assert!(differences.is_empty(), "{} differences\n\n{}", differences.len(), differences.join("\n"));
}

#[tokio::test]
async fn attacks_rust() {
    attack(Language::Rust).await;
}

#[tokio::test]
async fn attacks_julia() {
    attack(Language::Julia).await;
}

#[tokio::test]
async fn attacks_go() {
    attack(Language::Go).await;
}

#[tokio::test]
async fn attacks_ruby() {
    attack(Language::Ruby).await;
}

#[tokio::test]
async fn attacks_php() {
    attack(Language::Php).await;
}

/// Otherwise an empty list of leftovers would mean nothing.
#[tokio::test]
async fn what_is_left_behind_is_seen() {
    let folder = Folder::read(Language::Ruby);
    let mut lab = Lab::open(&folder.task, Language::Ruby).await;
    let left = lab.leftovers(&folder.honest.limits, "touch /tmp/.left; mkdir /work/left; (sleep 9 &); sleep 1").await;
    assert_eq!(left, ["process sleep", "file /work/left", "file /tmp/.left"]);
    lab.close().await;
}

#[test]
fn there_are_enough_fixtures() {
    let counts: Vec<_> =
        Language::ALL.iter().filter_map(|language| Some((language, Folder::find(*language)?.fixtures.len()))).collect();
    let total: usize = counts.iter().map(|(_, count)| count).sum();
    assert!(total >= AT_LEAST, "{total} fixtures: {counts:?}");
}
