//! Forms of Ruby and RSpec that call a method without writing its name as one.

/// Methods that take the name of the method to call as their first argument.
pub(super) const SENDERS: &[&str] = &[
    "send",
    "public_send",
    "__send__",
    "try",
    "try!",
    "method",
    "public_method",
    "instance_method",
    "singleton_method",
    "its",
];

/// Assertions with the name of the method to call at some other place.
pub(super) const NAMING_ASSERTIONS: &[&str] = &[
    "assert_predicate",
    "refute_predicate",
    "assert_not_predicate",
    "assert_operator",
    "refute_operator",
    "assert_not_operator",
    "assert_send",
    "change",
    "reduce",
    "inject",
];

/// Words of the test frameworks. Written bare in a suite they are theirs, whatever the focal method is called.
pub(super) const FRAMEWORK_WORDS: &[&str] = &[
    "describe",
    "context",
    "it",
    "specify",
    "example",
    "its",
    "let",
    "let!",
    "subject",
    "before",
    "after",
    "around",
    "expect",
    "allow",
    "eq",
    "eql",
    "equal",
    "be",
    "include",
    "match",
    "raise_error",
    "change",
    "receive",
    "double",
    "have_attributes",
    "contain_exactly",
    "satisfy",
    "cover",
    "exist",
    "output",
    "require",
    "require_relative",
    "puts",
    "print",
    "p",
    "raise",
    "skip",
    "pending",
    "assert",
    "refute",
    "setup",
    "teardown",
    "is_expected",
    "stub_const",
    "instance_double",
    "class_double",
    "described_class",
    "private",
    "public",
    "protected",
    "extend",
    "loop",
    "lambda",
    "proc",
    "new",
    "test",
    "fail",
    "format",
    "sleep",
    "load",
    "open",
    "system",
    "rand",
];

/// The assertion words that end an `expect(…)`; a focal method called `to` is not meant by them.
pub(super) const EXPECTATION_WORDS: &[&str] =
    &["expect", "is_expected", "allow", "expect_any_instance_of", "allow_any_instance_of"];

/// Constants of Ruby's own; what is called on them is not a method of the project, unless it reopens them.
pub(super) const CORE_CONSTANTS: &[&str] = &[
    "Array",
    "BasicObject",
    "BigDecimal",
    "Binding",
    "CGI",
    "CSV",
    "Class",
    "Comparable",
    "Complex",
    "Date",
    "DateTime",
    "Dir",
    "ENV",
    "ERB",
    "Encoding",
    "Enumerator",
    "Etc",
    "Exception",
    "Fiber",
    "File",
    "FileUtils",
    "Float",
    "GC",
    "Hash",
    "IO",
    "IRB",
    "Integer",
    "JSON",
    "Kernel",
    "Logger",
    "Marshal",
    "MatchData",
    "Math",
    "Method",
    "Minitest",
    "Module",
    "Monitor",
    "Mutex",
    "Net",
    "Numeric",
    "Object",
    "ObjectSpace",
    "OpenSSL",
    "OpenStruct",
    "Pathname",
    "Proc",
    "Process",
    "Queue",
    "RSpec",
    "Random",
    "Range",
    "Rational",
    "Regexp",
    "RuntimeError",
    "STDERR",
    "STDIN",
    "STDOUT",
    "SecureRandom",
    "Set",
    "Signal",
    "Socket",
    "StandardError",
    "String",
    "StringIO",
    "Struct",
    "Symbol",
    "Tempfile",
    "Thread",
    "Time",
    "Timeout",
    "TracePoint",
    "URI",
    "WeakRef",
    "YAML",
    "Zlib",
    "ArgumentError",
    "TypeError",
    "NameError",
    "NoMethodError",
    "KeyError",
    "IndexError",
    "NotImplementedError",
];

/// Whether calling `called` calls `method` of its receiver or argument, by the rules of Ruby and of RSpec's matchers.
pub(super) fn stands_for(method: &str, called: &str) -> bool {
    match method {
        "initialize_copy" => matches!(called, "dup" | "clone"),
        "initialize_dup" => called == "dup",
        "initialize_clone" => called == "clone",
        "respond_to_missing?" => matches!(called, "respond_to?" | "respond_to" | "method"),
        "included" | "key?" | "has_key?" => called == "include",
        "extended" => called == "extend",
        "prepended" => called == "prepend",
        "inspect" => matches!(called, "p" | "inspect"),
        "to_s" => matches!(called, "puts" | "print" | "String" | "join"),
        "to_a" => called == "Array",
        "to_h" | "to_hash" => called == "Hash",
        "==" => matches!(called, "eq" | "assert_equal" | "refute_equal" | "assert_not_equal" | "contain_exactly"),
        "eql?" => matches!(called, "eql" | "uniq"),
        "equal?" => matches!(called, "equal" | "assert_same" | "refute_same"),
        "=~" | "match" => matches!(called, "assert_match" | "refute_match" | "match"),
        "===" => matches!(called, "grep" | "assert_match"),
        "include?" => matches!(called, "include" | "assert_includes" | "refute_includes"),
        "<=>" => matches!(called, "sort" | "min" | "max" | "minmax" | "between?" | "clamp"),
        "empty?" => matches!(called, "assert_empty" | "refute_empty"),
        "respond_to?" => matches!(called, "respond_to" | "assert_respond_to" | "refute_respond_to"),
        "each" => matches!(
            called,
            "map"
                | "flat_map"
                | "select"
                | "filter"
                | "reject"
                | "to_a"
                | "entries"
                | "first"
                | "each_with_index"
                | "each_with_object"
                | "each_slice"
                | "each_cons"
                | "reduce"
                | "inject"
                | "find"
                | "detect"
                | "any?"
                | "all?"
                | "none?"
                | "count"
                | "sort"
                | "sort_by"
                | "min"
                | "max"
                | "sum"
                | "group_by"
                | "partition"
                | "zip"
                | "to_set"
                | "collect"
                | "find_all"
                | "each_entry"
                | "include"
                | "contain_exactly"
                | "match_array"
                | "to_h"
                | "include?"
                | "lazy"
                | "tally"
        ),
        _ => false,
    }
}

/// Whether an RSpec matcher `be_x`, `be_a_x`, `be_an_x` or `have_x` calls the predicate `method`.
pub(super) fn matcher_calls(method: &str, matcher: &str) -> bool {
    let Some(predicate) = method.strip_suffix('?') else { return false };
    let of_be = matcher.strip_prefix("be_").is_some_and(|rest| {
        let article = rest.strip_prefix("a_").or_else(|| rest.strip_prefix("an_"));
        // `be_exist` tries `exist?` and then `exists?`.
        [Some(rest), article].into_iter().flatten().any(|x| x == predicate || predicate.strip_suffix('s') == Some(x))
    });
    of_be || matcher.strip_prefix("have_").is_some_and(|rest| predicate.strip_prefix("has_") == Some(rest))
}

/// Whether a binary operator calls the operator method.
pub(super) fn operator_calls(method: &str, operator: &str) -> bool {
    operator == method
        || match method {
            "==" => operator == "!=",
            "=~" => operator == "!~",
            "<=>" => matches!(operator, "<" | ">" | "<=" | ">="),
            _ => false,
        }
}
