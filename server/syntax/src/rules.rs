//! The paper's filter rules and the reference's drop rules, as data.

use domain::Language;

use crate::FoundFunction;
use crate::grammar::grammar;

macro_rules! drop_reasons {
    ($($(#[$meta:meta])* $variant:ident = $text:literal => $says:literal,)+) => {
        /// Why a function is not offered as a task.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum DropReason { $($(#[$meta])* $variant,)+ }

        impl DropReason {
            /// Every reason, in the order in which they are looked at.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// A stable short form.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// The reason in words.
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => $says,)+ }
            }
        }
    };
}

drop_reasons! {
    ExcludedPath = "excluded_path" => "lies in a folder that is left out (vendored, built, hidden)",
    Test = "test" => "is a test or a helper for tests",
    Generated = "generated" => "lies in a file that a program wrote",
    Platform = "platform" => "is only built for some platforms",
    SyntaxError = "syntax_error" => "lies in a piece of text that does not parse",
    Nested = "nested" => "is defined inside a function or a block, so it has no name of its own",
    NotCallable = "not_callable" => "cannot be called by name",
    CompileTime = "compile_time" => "runs while code is compiled, so its lines cannot be watched",
    NotPublic = "not_public" => "is private or protected, so a suite cannot call it honestly",
    ExcludedName = "excluded_name" => "has a name that is left out",
    ReservedPrefix = "reserved_prefix" => "has a name that begins with `_` or `$`",
    Accessor = "accessor" => "is a `getX` or `setX`",
    TooShort = "too_short" => "has too few lines of code",
    TooLong = "too_long" => "has too many lines of code",
    NoReturn = "no_return" => "returns nothing",
}

impl std::fmt::Display for DropReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a function gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Returns {
    /// Neither a `return` nor an output expression.
    Nothing,
    /// Its last expression is an output (Ruby).
    LastExpression,
    /// It has a `return` of its own.
    Explicit,
}

/// Which functions become tasks. [`ExtractionRules::for_language`] gives the defaults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractionRules {
    /// Endings of source files, without the dot.
    pub extensions: Vec<String>,
    /// Fewest lines of code (neither blank nor comment), the head and the end included.
    pub min_code_lines: u32,
    /// Most lines of code.
    pub max_code_lines: Option<u32>,
    /// The least that a function must give back.
    pub returns: Returns,
    /// Beginnings of names that are left out.
    pub skipped_prefixes: Vec<String>,
    /// Whether `getX` and `setX` (a capital after it) are left out.
    pub skip_accessors: bool,
    /// Names that are left out, bare or qualified.
    pub skipped_names: Vec<String>,
    /// Names of folders that are left out wherever they are.
    pub skipped_folders: Vec<String>,
    /// Beginnings of names of folders and files that are left out.
    pub skipped_path_prefixes: Vec<String>,
    /// Names of folders that hold tests.
    pub test_folders: Vec<String>,
    /// Endings of names of files that hold tests.
    pub test_endings: Vec<String>,
}

/// Folders that the reference leaves out in every language (xrepotest.md §1.1).
const SKIPPED_FOLDERS: &[&str] = &[
    "vendor",
    "node_modules",
    "gems",
    "bower_components",
    ".bundle",
    "packages",
    "third_party",
    "external",
    ".phpstan",
    "build",
    "dist",
    "target",
    "out",
];

pub(crate) fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

impl ExtractionRules {
    /// What all languages share: the paper's ten lines, no upper bound.
    pub(crate) fn common(extensions: &[&str], returns: Returns) -> Self {
        Self {
            extensions: owned(extensions),
            min_code_lines: 10,
            max_code_lines: None,
            returns,
            skipped_prefixes: owned(&["_", "$"]),
            skip_accessors: true,
            skipped_names: Vec::new(),
            skipped_folders: owned(SKIPPED_FOLDERS),
            skipped_path_prefixes: Vec::new(),
            test_folders: Vec::new(),
            test_endings: Vec::new(),
        }
    }

    /// The default rules of a language; `None` where this version has no grammar for it.
    pub fn for_language(language: Language) -> Option<Self> {
        grammar(language).map(crate::grammar::Grammar::rules)
    }

    /// Whether a file is source of this language, judged by its ending.
    pub fn is_source(&self, path: &str) -> bool {
        path.rsplit_once('.').is_some_and(|(_, ending)| self.extensions.iter().any(|e| e == ending))
    }

    /// Why no function of a file is offered, judged by its path (below the repository, forward slashes).
    pub fn path_reason(&self, path: &str) -> Option<DropReason> {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let hidden = |part: &str| self.skipped_path_prefixes.iter().any(|p| part.starts_with(p.as_str()));
        for folder in folders.split('/').filter(|folder| !folder.is_empty() && *folder != ".") {
            if self.skipped_folders.iter().any(|f| f == folder) || hidden(folder) {
                return Some(DropReason::ExcludedPath);
            }
            if self.test_folders.iter().any(|f| f == folder) {
                return Some(DropReason::Test);
            }
        }
        if self.test_endings.iter().any(|ending| name.ends_with(ending.as_str())) {
            return Some(DropReason::Test);
        }
        hidden(name).then_some(DropReason::ExcludedPath)
    }

    /// Why a function is not offered; `None` when it is. The path counts too.
    pub fn reason(&self, found: &FoundFunction) -> Option<DropReason> {
        let focal = &found.focal;
        if let Some(reason) = self.path_reason(&focal.path).or(found.obstacle) {
            return Some(reason);
        }
        if self.skipped_names.iter().any(|name| *name == focal.name || *name == focal.qualified_name) {
            return Some(DropReason::ExcludedName);
        }
        if self.skipped_prefixes.iter().any(|prefix| focal.name.starts_with(prefix.as_str())) {
            return Some(DropReason::ReservedPrefix);
        }
        if self.skip_accessors && is_accessor(&focal.name) {
            return Some(DropReason::Accessor);
        }
        if found.code_lines < self.min_code_lines {
            return Some(DropReason::TooShort);
        }
        if self.max_code_lines.is_some_and(|most| found.code_lines > most) {
            return Some(DropReason::TooLong);
        }
        (found.returns < self.returns).then_some(DropReason::NoReturn)
    }
}

fn is_accessor(name: &str) -> bool {
    ["get", "set"].iter().any(|verb| name.strip_prefix(verb).is_some_and(|rest| rest.starts_with(char::is_uppercase)))
}
