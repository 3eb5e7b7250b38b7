//! Definitions and uses around a focal function from a symbol index: what a language server is asked for in the
//! reference, for every repository.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{FocalFunction, Language};
use syntax::{SymbolKind, names_in, symbols};

use super::ContextPart;
use super::file::comment_sign;

/// What the mode says about itself.
pub(super) const PRODUCED_BY: &str = "symbol index (tree-sitter)";

/// Definitions of one name that are shown; the nearest ones.
const DEFINITIONS: usize = 2;
/// Uses of one name that are shown, as in the reference.
const USES: usize = 2;
/// Lines around a use, as in the reference.
const AROUND: u32 = 5;
/// Lines of a definition that are shown.
const LINES: usize = 60;
/// Names per block.
const NAMES: usize = 20;

struct Definition {
    path: String,
    kind: SymbolKind,
    start_line: u32,
    end_line: u32,
}

/// Every definition of a repository by name, and where every word of it stands.
pub(super) struct SymbolIndex {
    language: Language,
    definitions: BTreeMap<String, Vec<Definition>>,
    /// Number of the file and line (1-based), in the order of files, of names that are defined somewhere.
    uses: HashMap<String, Vec<(usize, u32)>>,
}

impl SymbolIndex {
    pub(super) fn new(language: Language, files: &BTreeMap<String, String>) -> Self {
        let mut definitions: BTreeMap<String, Vec<Definition>> = BTreeMap::new();
        for (path, text) in files {
            for symbol in symbols(language, text) {
                let (kind, start_line, end_line) = (symbol.kind, symbol.start_line, symbol.end_line);
                let definition = Definition { path: path.clone(), kind, start_line, end_line };
                definitions.entry(symbol.name).or_default().push(definition);
            }
        }
        let mut uses: HashMap<String, Vec<(usize, u32)>> = HashMap::new();
        for (file, text) in files.values().enumerate() {
            for (line, text) in (1..).zip(text.lines()) {
                let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
                for word in words.into_iter().filter(|word| definitions.contains_key(*word)) {
                    uses.entry(word.to_owned()).or_default().push((file, line));
                }
            }
        }
        Self { language, definitions, uses }
    }

    /// Definitions of the parameters' types, definitions of what is called, and uses of what conditions name.
    pub(super) fn parts(
        &self,
        files: &BTreeMap<String, String>,
        file_text: &str,
        focal: &FocalFunction,
    ) -> Vec<ContextPart> {
        let names = names_in(self.language, file_text, focal);
        let mut shown = BTreeSet::new();
        let mut parts = Vec::new();
        let types = |kind: SymbolKind| kind == SymbolKind::Type;
        self.define("Type of an argument", &names.parameters, types, (files, focal), &mut shown, &mut parts);
        let any = |kind: SymbolKind| kind != SymbolKind::Constant;
        self.define("Definition of what it calls", &names.calls, any, (files, focal), &mut shown, &mut parts);
        let texts: Vec<(&String, &String)> = files.iter().collect();
        for name in names.conditions.iter().filter(|name| **name != focal.name).take(NAMES) {
            let mut left = USES;
            for (file, line) in self.uses.get(name).into_iter().flatten() {
                let (path, text) = texts[*file];
                let inside = *path == focal.path && (focal.start_line..=focal.end_line).contains(line);
                if left == 0 {
                    break;
                }
                if inside || shown.iter().any(|(known, from, to)| known == path && (from..=to).contains(&line)) {
                    continue;
                }
                left -= 1;
                let (from, to) = (line.saturating_sub(AROUND).max(1), line + AROUND);
                let code = lines(text, from, to).collect::<Vec<_>>().join("\n");
                parts.push(ContextPart { title: format!("Use of `{name}`, {path}, line {line}"), code });
                shown.insert((path.clone(), from, to));
            }
        }
        parts
    }

    fn define(
        &self,
        what: &str,
        names: &[String],
        wanted: impl Fn(SymbolKind) -> bool,
        (files, focal): (&BTreeMap<String, String>, &FocalFunction),
        shown: &mut BTreeSet<(String, u32, u32)>,
        parts: &mut Vec<ContextPart>,
    ) {
        let known = names.iter().filter_map(|name| self.definitions.get(name).map(|found| (name, found)));
        for (name, found) in known.take(NAMES) {
            let mut found: Vec<&Definition> = found
                .iter()
                .filter(|definition| wanted(definition.kind))
                .filter(|definition| !(definition.path == focal.path && definition.start_line == focal.start_line))
                .collect();
            found.sort_by_key(|definition| distance(&definition.path, &focal.path));
            for definition in found.into_iter().take(DEFINITIONS) {
                let Definition { path, start_line, end_line, .. } = definition;
                if !shown.insert((path.clone(), *start_line, *end_line)) {
                    continue;
                }
                let text = files.get(path).map_or("", String::as_str);
                let all: Vec<&str> = lines(text, *start_line, *end_line).collect();
                let mut code = all.iter().take(LINES).copied().collect::<Vec<_>>().join("\n");
                if all.len() > LINES {
                    code.push_str(&format!("\n{} … {} more lines", comment_sign(self.language), all.len() - LINES));
                }
                parts.push(ContextPart { title: format!("{what}: `{name}`, {path}, line {start_line}"), code });
            }
        }
    }
}

/// The same file, the same folder, anywhere else.
fn distance(path: &str, focal: &str) -> u8 {
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    if path == focal {
        0
    } else if folder(path) == folder(focal) {
        1
    } else {
        2
    }
}

fn lines(text: &str, from: u32, to: u32) -> impl Iterator<Item = &str> {
    text.lines().skip(from as usize - 1).take((to + 1 - from) as usize)
}
