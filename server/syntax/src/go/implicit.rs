//! Methods that a suite reaches through a function of the standard library and an interface.

/// Whether calling `function` of the package `path` may call a method named `method` of one of its arguments.
pub(super) fn stands_for(method: &str, path: &str, function: &str) -> bool {
    let starts = |beginnings: &[&str]| beginnings.iter().any(|b| function.starts_with(b));
    match (method, path) {
        ("MarshalJSON" | "MarshalText", "encoding/json") | ("MarshalXML" | "MarshalText", "encoding/xml") => {
            starts(&["Marshal", "NewEncoder"])
        }
        ("UnmarshalJSON" | "UnmarshalText", "encoding/json") | ("UnmarshalXML" | "UnmarshalText", "encoding/xml") => {
            starts(&["Unmarshal", "NewDecoder"])
        }
        ("Len" | "Less" | "Swap", "sort") => starts(&["Sort", "Stable", "IsSorted", "Reverse"]),
        ("Len" | "Less" | "Swap" | "Push" | "Pop", "container/heap") => true,
        ("String" | "GoString" | "Format" | "Error", "fmt") => starts(&["Sprint", "Fprint", "Append"]),
        ("Write" | "WriteString", "fmt") => starts(&["Fprint"]),
        ("Write" | "Read" | "WriteString" | "ReadFrom" | "WriteTo", "io") => starts(&["Copy", "Read", "WriteString"]),
        ("Read", "bufio") => starts(&["NewReader", "NewScanner"]),
        ("Set" | "String" | "Get", "flag") => starts(&["Var"]),
        ("ServeHTTP", "net/http/httptest") => starts(&["NewServer", "NewTLSServer", "NewUnstartedServer"]),
        ("ServeHTTP", "net/http") => starts(&["Handle", "ListenAndServe", "Serve"]),
        ("RoundTrip", "net/http") => starts(&["Get", "Post", "Head"]),
        ("Is" | "As" | "Unwrap", "errors") => starts(&["Is", "As", "Unwrap"]),
        _ => false,
    }
}
