//! Forms of PHP that call a method without writing its name.

/// Functions that call a method of what they are given, and assertions of PHPUnit that do.
pub(super) fn calls_of_function(method: &str) -> &'static [&'static str] {
    match method {
        "count" => {
            &["count", "sizeof", "assertcount", "assertnotcount", "assertempty", "assertnotempty", "assertsamesize"]
        }
        "jsonserialize" => &["json_encode"],
        "__tostring" => {
            &["strval", "implode", "join", "assertstringcontainsstring", "assertequals", "printf", "sprintf"]
        }
        "__serialize" | "__sleep" | "serialize" => &["serialize"],
        "__unserialize" | "__wakeup" | "unserialize" => &["unserialize"],
        "__debuginfo" => &["var_dump", "print_r"],
        "__set_state" => &["var_export"],
        "getiterator" | "current" | "key" | "next" | "rewind" | "valid" => {
            &["iterator_to_array", "iterator_count", "iterator_apply", "assertcontains", "assertcount"]
        }
        "__isset" | "offsetexists" => &["assertarrayhaskey", "assertarraynothaskey", "array_key_exists"],
        _ => &[],
    }
}

/// Methods that iteration calls.
pub(super) fn is_called_by_iteration(method: &str) -> bool {
    matches!(method, "getiterator" | "current" | "key" | "next" | "rewind" | "valid")
}

/// Functions whose first argument is a callable.
pub(super) const CALLERS: [&str; 4] = ["call_user_func", "call_user_func_array", "is_callable", "fromcallable"];

/// Methods of a mock's configuration; what follows them is no call of the code under test.
pub(super) const MOCK_WORDS: [&str; 5] = ["expects", "method", "shouldreceive", "allows", "shouldhavereceived"];
