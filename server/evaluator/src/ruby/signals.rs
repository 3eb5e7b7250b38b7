//! Things in a suite that a maintainer should look at: what could reach around the tests. Honest suites hold some of
//! them (a class defined again, a file written), so they decide nothing.

use std::collections::BTreeMap;

use domain::FocalFunction;
use tree_sitter::{Node, Tree};

use super::tree::{source, walk};

/// Most sentences about one suite.
const MOST: usize = 20;

/// Calls without a receiver (or on `Kernel` and `Process`) and what they do.
const BARE: &[(&[&str], &str)] = &[
    (&["exit", "exit!", "abort"], "ends the process"),
    (&["at_exit"], "runs code when the process ends"),
    (&["fork", "spawn", "system", "exec", "popen", "daemon"], "starts a process"),
    (&["kill"], "sends signals"),
    (&["trap"], "catches signals"),
    (&["sleep"], "sleeps"),
    (&["set_trace_func"], "traces the interpreter"),
];

/// Methods that reach behind an object, whatever it is.
const REACHING: &[(&[&str], &str)] = &[
    (&["instance_variable_get", "instance_variable_set"], "reaches for instance variables"),
    (
        &["class_variable_get", "class_variable_set", "remove_const", "const_set"],
        "changes constants or class variables",
    ),
    (&["define_method", "define_singleton_method", "remove_method", "undef_method"], "defines or removes methods"),
    (&["class_eval", "module_eval", "class_exec", "prepend", "refine"], "opens a class"),
    (&["load_iseq"], "changes how source is loaded"),
];

/// Constants that give a hold of the interpreter.
const CONSTANTS: &[(&str, &str)] = &[
    ("ObjectSpace", "walks over all objects"),
    ("Fiddle", "calls native code"),
    ("RubyVM", "uses the virtual machine"),
    ("TracePoint", "traces the interpreter"),
    ("ENV", "reads or changes the environment"),
    ("Coverage", "measures coverage itself"),
    ("FileUtils", "changes files"),
    ("Tempfile", "writes files"),
];

/// Methods of `File`, `IO`, `Dir` and paths that change files.
const WRITING: &[&str] =
    &["write", "binwrite", "open", "new", "delete", "unlink", "rename", "symlink", "chmod", "mkdir", "rmdir", "for_fd"];

/// One sentence for each kind of thing, with the line of the first and how many there are.
pub(super) fn signals(tree: &Tree, text: &str, focal: &FocalFunction) -> Vec<String> {
    // By kind: first line, a piece of the text, number.
    let mut found: BTreeMap<(usize, &str), (String, usize)> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    walk(tree.root_node(), &mut |node| {
        if let Some((what, name)) = signal(node, text, focal) {
            let line = *kinds.entry(what).or_insert(node.start_position().row + 1);
            found.entry((line, what)).or_insert((name.to_owned(), 0)).1 += 1;
        }
        true
    });
    let sentence = |((line, what), (name, count)): ((usize, &str), (String, usize))| {
        let more = if count > 1 { format!(", {count} times in all") } else { String::new() };
        format!("Line {line}: `{name}` {what}{more}.")
    };
    found.into_iter().map(sentence).take(MOST).collect()
}

/// What a node does, and its name.
fn signal<'text>(node: Node<'_>, text: &'text str, focal: &FocalFunction) -> Option<(&'static str, &'text str)> {
    let name = source(node, text);
    match node.kind() {
        "constant" => listed(CONSTANTS.iter().copied().map(|(known, what)| (known == name, what)), name),
        // Without arguments it is no call for the grammar; a local variable of that name is rare.
        "identifier" if !is_method_name(node) => among(BARE, name),
        "subshell" => Some(("starts a process", name.lines().next().unwrap_or_default())),
        "class" | "module" => {
            let opened = source(node.child_by_field_name("name")?, text);
            let last = |name: &str| name.rsplit("::").next().unwrap_or_default().to_owned();
            let is_focal = !focal.class_name.is_empty() && last(opened) == last(&focal.class_name);
            is_focal.then_some(("opens the class under test again", opened))
        }
        "call" => {
            let method = source(node.child_by_field_name("method")?, text);
            let receiver = node.child_by_field_name("receiver").map(|receiver| source(receiver, text));
            match receiver {
                None | Some("Kernel" | "Process" | "::Kernel" | "::Process" | "IO")
                    if among(BARE, method).is_some() =>
                {
                    among(BARE, method)
                }
                Some("File" | "IO" | "Dir" | "Pathname" | "::File" | "::IO") if WRITING.contains(&method) => {
                    Some(("opens, writes or changes files", method))
                }
                _ => among(REACHING, method),
            }
        }
        _ => None,
    }
}

fn among<'text>(table: &[(&[&str], &'static str)], name: &'text str) -> Option<(&'static str, &'text str)> {
    listed(table.iter().map(|(names, what)| (names.contains(&name), *what)), name)
}

fn listed(mut table: impl Iterator<Item = (bool, &'static str)>, name: &str) -> Option<(&'static str, &str)> {
    table.find(|(fits, _)| *fits).map(|(_, what)| (what, name))
}

/// Whether an identifier names the method of a call or definition, or a parameter: those are told by the node around.
fn is_method_name(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| {
        parent.child_by_field_name("method") == Some(node)
            || parent.child_by_field_name("name") == Some(node)
            || parent.kind().ends_with("parameters")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruby::fixtures::focal;
    use crate::ruby::tree::parse;

    fn of(suite: &str) -> Vec<String> {
        signals(&parse(suite).unwrap(), suite, &focal())
    }

    #[test]
    fn each_kind_is_named_once_with_its_first_line() {
        let suite = "it 'a' do\n  exit!(0)\n  exit\nend\nat_exit { abort }\n";
        assert_eq!(
            of(suite),
            ["Line 2: `exit!` ends the process, 3 times in all.", "Line 5: `at_exit` runs code when the process ends."]
        );
    }

    #[test]
    fn what_reaches_around_the_tests_is_found() {
        for (suite, what) in [
            ("ObjectSpace.each_object(String) { }", "walks over all objects"),
            ("require 'fiddle'\nFiddle.dlopen(nil)", "calls native code"),
            ("x.instance_variable_get(:@hash)", "instance variables"),
            ("Thing.define_method(:x) { }", "defines or removes methods"),
            ("module Hashie::Extensions::DeepMerge\n  def x = 1\nend", "opens the class under test again"),
            ("Hashie::Mash.class_eval { }", "opens a class"),
            ("ENV['A'] = 'b'", "environment"),
            ("File.write('x', 'y')", "changes files"),
            ("IO.for_fd(3)", "changes files"),
            ("sleep 1", "sleeps"),
            ("RubyVM::InstructionSequence.disasm(x)", "virtual machine"),
            ("TracePoint.new(:call) { }", "traces"),
            ("Process.kill(:KILL, 1)", "sends signals"),
            ("x = `ls`", "starts a process"),
            ("Kernel.exit(0)", "ends the process"),
        ] {
            let found = of(suite);
            assert!(found.iter().any(|sentence| sentence.contains(what)), "{suite}: {found:?}");
        }
    }

    #[test]
    fn honest_suites_have_none() {
        let suite = "require 'spec_helper'\nRSpec.describe Hashie::Mash do\n  let(:exit_code) { 1 }\n  it 'exit' do\n    \
                     # exit\n    expect(subject.exit).to eq 1\n    expect(File.read('x')).to eq 'sleep'\n  end\n  def kill; end\n\
                     end\n";
        assert_eq!(of(suite), Vec::<String>::new());
    }
}
