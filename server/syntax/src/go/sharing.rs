//! What decides whether a suite can lie in one binary with others: what acts before any test does, what a suite sees of
//! its program, and names.

use std::collections::BTreeSet;

use domain::Language;
use tree_sitter::Node;

use super::imports::path_of;
use super::names::type_name;
use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, text_of, walk};

/// A suite as one of several in a binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoSharing {
    /// Names that it declares in its package.
    pub declares: BTreeSet<String>,
    /// Every identifier in it, declared or not.
    pub uses: BTreeSet<String>,
    /// Imports that may do something when a program starts. Suites with other ones would find another program.
    pub loud: BTreeSet<String>,
}

/// Packages that do nothing when a program starts but make what is theirs alone.
const QUIET: &[&str] = &[
    "bufio",
    "bytes",
    "cmp",
    "container/heap",
    "container/list",
    "container/ring",
    "context",
    "encoding/base32",
    "encoding/base64",
    "encoding/binary",
    "encoding/csv",
    "encoding/hex",
    "encoding/json",
    "encoding/xml",
    "errors",
    "flag",
    "fmt",
    "go/ast",
    "go/format",
    "go/parser",
    "go/token",
    "html",
    "io",
    "io/fs",
    "io/ioutil",
    "iter",
    "log",
    "maps",
    "math",
    "math/big",
    "math/bits",
    "math/cmplx",
    "math/rand",
    "math/rand/v2",
    "net/url",
    "os",
    "path",
    "path/filepath",
    "reflect",
    "regexp",
    "regexp/syntax",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "sync",
    "sync/atomic",
    "testing",
    "testing/fstest",
    "testing/iotest",
    "text/tabwriter",
    "text/template",
    "time",
    "unicode",
    "unicode/utf16",
    "unicode/utf8",
    "unsafe",
];

/// Packages that do the same when a program starts, because each of them brings the first.
const HTTP: &[&str] =
    &["net/http", "net/http/httptest", "github.com/stretchr/testify/assert", "github.com/stretchr/testify/require"];

/// Packages that look at the program or start it again.
const LOOKS_AT_PROGRAM: &[&str] = &["debug", "os/exec", "plugin", "runtime", "syscall", "golang.org/x/sys"];

/// What a package or a value may be asked that another program answers differently: where its code lies and what it
/// is called, how much is allocated (which other probes in the same package can change), what started it.
const LOOKS: &[&str] = &[
    "AllocedBytesPerOp",
    "AllocsPerOp",
    "AllocsPerRun",
    "Benchmark",
    "Callers",
    "CallersFrames",
    "FuncForPC",
    "PkgPath",
    "PrintStack",
    "ReadMemStats",
    "Stack",
    "StartProcess",
];

const PREDECLARED: &[&str] = &[
    "any",
    "append",
    "bool",
    "byte",
    "cap",
    "clear",
    "close",
    "comparable",
    "complex",
    "complex128",
    "complex64",
    "copy",
    "delete",
    "error",
    "false",
    "float32",
    "float64",
    "imag",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "iota",
    "len",
    "make",
    "max",
    "min",
    "new",
    "nil",
    "panic",
    "print",
    "println",
    "real",
    "recover",
    "rune",
    "string",
    "true",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintptr",
];

/// How a suite shares a binary with others, or why it must have one for itself. `suite` is the text that is compiled.
pub fn sharing_go(suite: &str) -> Result<GoSharing, &'static str> {
    let (_, parsed) = parsed(Language::Go, suite).ok_or("it is too large or too involved to parse")?;
    let root = parsed.root();
    if root.has_error() {
        return Err("it does not parse");
    }
    let mut search = Search {
        suite,
        sharing: GoSharing { declares: BTreeSet::new(), uses: BTreeSet::new(), loud: BTreeSet::new() },
        own_types: BTreeSet::new(),
        receivers: Vec::new(),
        errors_is_package: false,
        alone: None,
    };
    walk(
        root,
        &mut Each(|place: &Place<'_, '_>| {
            search.visit(place);
            if search.alone.is_some() { Flow::Stop } else { Flow::Into }
        }),
    );
    if let Some(why) = search.alone {
        return Err(why);
    }
    if search.receivers.iter().any(|receiver| !search.own_types.contains(receiver)) {
        return Err("it declares methods of a type that is not its own");
    }
    if PREDECLARED.iter().any(|name| search.sharing.declares.contains(*name)) {
        return Err("it gives a predeclared name another meaning");
    }
    Ok(search.sharing)
}

struct Search<'s> {
    suite: &'s str,
    sharing: GoSharing,
    /// Types that it declares, without other names for types.
    own_types: BTreeSet<&'s str>,
    /// Types of receivers of its methods.
    receivers: Vec<&'s str>,
    /// Whether `errors` is the package of that name.
    errors_is_package: bool,
    alone: Option<&'static str>,
}

impl Search<'_> {
    fn visit(&mut self, place: &Place<'_, '_>) {
        let (node, suite) = (place.node, self.suite);
        let text = text_of(node, suite);
        match node.kind() {
            "identifier" | "type_identifier" | "field_identifier" | "package_identifier" => {
                if LOOKS.contains(&text) {
                    self.alone = Some("it looks at the program that it is in");
                }
                self.sharing.uses.insert(text.to_owned());
            }
            "import_spec" => self.import(node),
            "comment" if ["//go:", "//line ", "/*line "].iter().any(|begin| text.starts_with(begin)) => {
                self.alone = Some("it holds directives for the compiler");
            }
            "selector_expression" if matches!(text, "os.Args" | "os.Executable") => {
                self.alone = Some("it looks at the program that it is in");
            }
            // Its own file, its own package or the kernel's view of the process.
            "interpreted_string_literal" | "raw_string_literal"
                if place.parent().is_none_or(|parent| parent.kind() != "import_spec")
                    && ["_test", "/proc"].iter().any(|part| text.contains(part)) =>
            {
                self.alone = Some("it names what only the program that it is in can say");
            }
            "function_declaration" => match field(node, "name").map_or("", |name| text_of(name, suite)) {
                "init" => self.alone = Some("it has a function init"),
                "TestMain" => self.alone = Some("it has a TestMain"),
                name => self.declare(name),
            },
            "method_declaration" => {
                let receiver = field(node, "receiver").and_then(|list| list.named_child(0));
                let kind = receiver.and_then(|receiver| field(receiver, "type"));
                self.receivers.push(kind.and_then(|kind| type_name(kind, suite)).map_or("", |(_, name)| name));
            }
            "type_spec" | "type_alias" | "var_spec" | "const_spec" if is_top_level(place) => self.specification(node),
            _ => {}
        }
    }

    fn import(&mut self, spec: Node<'_>) {
        let Some(path) = field(spec, "path").map(|path| path_of(path, self.suite)) else { return };
        let name = field(spec, "name").map(|name| text_of(name, self.suite));
        let below = |folder: &&str| path.strip_prefix(*folder).is_some_and(|rest| rest.starts_with('/'));
        let looks = LOOKS_AT_PROGRAM.iter().any(|package| *package != "runtime" && *package == path || below(package));
        if path == "C" {
            self.alone = Some("it uses cgo");
        } else if name == Some("_") {
            self.alone = Some("it imports a package for what that does when a program starts");
        } else if looks {
            self.alone = Some("it looks at the program that it is in");
        }
        self.errors_is_package |= path == "errors" && name.is_none();
        self.sharing.uses.extend(path.rsplit('/').next().map(str::to_owned));
        if HTTP.contains(&path) {
            self.sharing.loud.insert(HTTP[0].to_owned());
        } else if !QUIET.contains(&path) {
            self.sharing.loud.insert(path.to_owned());
        }
    }

    /// A type, variable or constant of the package.
    fn specification(&mut self, node: Node<'_>) {
        let names: Vec<Node<'_>> = node
            .children_by_field_name("name", &mut node.walk())
            .filter(|name| name.kind().ends_with("identifier"))
            .collect();
        for name in names {
            let name = text_of(name, self.suite);
            self.declare(name);
            if node.kind() == "type_spec" {
                self.own_types.insert(name);
            }
        }
        if let Some(value) = field(node, "value").filter(|_| node.kind() == "var_spec")
            && self.calls(value)
        {
            self.alone = Some("a variable of its package is made by a call");
        }
    }

    fn declare(&mut self, name: &str) {
        if name != "_" {
            self.sharing.declares.insert(name.to_owned());
        }
    }

    /// Whether computing the value calls anything that may act on something else, or waits.
    fn calls(&self, value: Node<'_>) -> bool {
        let mut calls = false;
        walk(
            value,
            &mut Each(|place: &Place<'_, '_>| {
                let node = place.node;
                match node.kind() {
                    // Called later, if at all; a literal that is called at once is below a call.
                    "func_literal" => return Flow::Skip,
                    "call_expression" => calls |= !self.is_harmless(node),
                    "unary_expression" => calls |= text_of(node, self.suite).starts_with("<-"),
                    _ => {}
                }
                if calls { Flow::Stop } else { Flow::Into }
            }),
        );
        calls
    }

    /// Calls that make a value and do nothing else. What their names mean is settled: a suite that declares such a
    /// name has its own binary.
    fn is_harmless(&self, call: Node<'_>) -> bool {
        match field(call, "function").map_or("", |function| text_of(function, self.suite)) {
            "errors.New" => self.errors_is_package,
            "panic" | "print" | "println" | "close" => false,
            name => PREDECLARED.contains(&name),
        }
    }
}

fn is_top_level(place: &Place<'_, '_>) -> bool {
    place.above.iter().all(|node| {
        matches!(
            node.kind(),
            "source_file" | "type_declaration" | "var_declaration" | "var_spec_list" | "const_declaration"
        )
    })
}
