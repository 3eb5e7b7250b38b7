//! Who may depend on whom, read from the workspace graph. A rule that is broken here is an architecture that erodes.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};

/// The crates of the workspace that a crate may use. Absent: any.
const OURS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("bundle", &[]),
    ("supervisor", &[]),
    ("scoring", &["domain"]),
    ("charts", &["domain"]),
    ("syntax", &["domain"]),
    ("intake", &["domain"]),
    ("store", &["domain"]),
    ("sandbox", &["domain", "supervisor"]),
    ("app", &["domain"]),
    ("hydrate", &["app"]),
];

/// Libraries that a few crates name, and those crates; nobody else does.
const NAMED_BY: &[(&str, &[&str])] = &[
    ("bollard", &["sandbox"]),
    ("sqlx", &["store"]),
    ("axum", &["server"]),
    ("plotters", &["charts"]),
    ("leptos_axum", &["app", "server"]),
    ("app", &["hydrate", "server"]),
];

/// What must not even be reached through other crates. `hydrate` is checked by `./dev check`, because its graph for the
/// browser is another one.
const NEVER_REACHED: &[(&str, &[&str])] = &[
    ("domain", &["tokio", "sqlx", "bollard", "axum", "hyper", "leptos"]),
    ("syntax", &["tokio", "sqlx", "bollard", "axum", "hyper", "leptos"]),
    ("scoring", &["tokio", "sqlx", "bollard", "axum", "hyper", "leptos"]),
    ("charts", &["tokio", "sqlx", "bollard", "axum", "hyper", "leptos"]),
    ("intake", &["tokio", "sqlx", "bollard", "axum", "hyper", "leptos"]),
    ("supervisor", &["tokio", "sqlx", "bollard", "axum", "hyper", "leptos"]),
    ("store", &["bollard", "axum", "leptos"]),
    ("sandbox", &["sqlx", "axum", "leptos"]),
    ("evaluator", &["sqlx", "axum", "leptos"]),
    ("app", &["sqlx", "bollard", "plotters"]),
];

/// Crate names and what each uses to run (not what its tests use).
struct Graph {
    ours: BTreeSet<String>,
    uses: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    fn read() -> Self {
        let metadata = MetadataCommand::new()
            .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
            // One platform is enough for the rules, and other platforms' crates need not be there.
            .other_options(["--locked", "--filter-platform", "x86_64-unknown-linux-gnu"].map(str::to_owned))
            .exec()
            .expect("cargo metadata");
        Self::of(&metadata)
    }

    fn of(metadata: &Metadata) -> Self {
        let names: BTreeMap<&PackageId, String> =
            metadata.packages.iter().map(|package| (&package.id, package.name.to_string())).collect();
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for node in &metadata.resolve.as_ref().expect("a resolved graph").nodes {
            let used = node
                .deps
                .iter()
                .filter(|dependency| dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
            // Two versions of one crate fall together under its name, which makes the rules no weaker.
            uses.entry(names[&node.id].clone()).or_default().extend(used.map(|used| names[&used.pkg].clone()));
        }
        let ours = metadata.workspace_members.iter().map(|id| names[id].clone()).collect();
        Self { ours, uses }
    }

    fn uses(&self, name: &str) -> impl Iterator<Item = &str> {
        self.uses.get(name).into_iter().flatten().map(String::as_str)
    }

    /// How `from` comes to use `to`, as a chain of crates; `None` when it does not.
    fn chain(&self, from: &str, to: &str) -> Option<Vec<String>> {
        let mut seen = BTreeSet::from([from.to_owned()]);
        let mut open = vec![vec![from.to_owned()]];
        while let Some(chain) = open.pop() {
            for next in self.uses(chain.last().map_or("", String::as_str)) {
                if seen.insert(next.to_owned()) {
                    let longer: Vec<String> = chain.iter().cloned().chain([next.to_owned()]).collect();
                    if next == to {
                        return Some(longer);
                    }
                    open.push(longer);
                }
            }
        }
        None
    }

    /// One sentence per broken rule.
    fn violations(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (name, allowed) in OURS {
            for used in self.uses(name).filter(|used| self.ours.contains(*used) && !allowed.contains(used)) {
                found.push(format!("`{name}` may use {allowed:?} of our crates, but uses `{used}`"));
            }
        }
        for (library, allowed) in NAMED_BY {
            for name in &self.ours {
                if self.uses(name).any(|used| used == *library) && !allowed.contains(&name.as_str()) {
                    found.push(format!("only {allowed:?} may name `{library}`, but `{name}` does"));
                }
            }
        }
        for (name, banned) in NEVER_REACHED {
            for library in *banned {
                if let Some(chain) = self.chain(name, library) {
                    found.push(format!("`{name}` must not reach `{library}`: {}", chain.join(" -> ")));
                }
            }
        }
        found
    }
}

#[test]
fn crates_depend_on_each_other_as_the_design_says() {
    let graph = Graph::read();
    for name in
        ["app", "charts", "domain", "evaluator", "hydrate", "intake", "sandbox", "scoring", "server", "store", "syntax"]
    {
        assert!(graph.ours.contains(name), "`{name}` is not in the workspace any more; the rules speak of nothing");
    }
    let violations = graph.violations();
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
}

#[test]
fn broken_rules_are_found_and_named() {
    let graph = |edges: &[(&str, &[&str])]| Graph {
        ours: edges.iter().map(|(name, _)| (*name).to_owned()).collect(),
        uses: edges
            .iter()
            .map(|(name, uses)| ((*name).to_owned(), uses.iter().map(|used| (*used).to_owned()).collect()))
            .collect(),
    };
    assert!(graph(&[("scoring", &["domain", "serde"]), ("domain", &["serde"])]).violations().is_empty());
    assert_eq!(
        graph(&[("scoring", &["store"]), ("store", &[])]).violations(),
        [r#"`scoring` may use ["domain"] of our crates, but uses `store`"#]
    );
    assert_eq!(
        graph(&[("evaluator", &["bollard"])]).violations(),
        [r#"only ["sandbox"] may name `bollard`, but `evaluator` does"#]
    );
    let mut hidden = graph(&[("syntax", &["helper"])]);
    hidden.uses.insert("helper".to_owned(), BTreeSet::from(["tokio".to_owned()]));
    assert_eq!(hidden.violations(), ["`syntax` must not reach `tokio`: syntax -> helper -> tokio"]);
}
