//! Addresses: a path and the parameters of a view.

use std::fmt::Write;

/// The board that `/` shows.
pub const HOME_BENCHMARK: &str = "xrepotest";
/// The benchmark whose tasks the main navigation leads to.
pub const TASKS_BENCHMARK: &str = "starter";

/// Text as it may stand in a query or a path segment: everything but unreserved characters is percent-encoded.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// A path with its parameters; without any, the path alone.
pub fn address<'a>(path: &str, pairs: impl IntoIterator<Item = (&'static str, &'a str)>) -> String {
    let mut address = path.to_owned();
    for (i, (key, value)) in pairs.into_iter().enumerate() {
        address.push(if i == 0 { '?' } else { '&' });
        address.push_str(key);
        address.push('=');
        address.push_str(&encode(value));
    }
    address
}

/// Cuts what was typed into a search field to a sane length, without the blanks around it.
pub fn search_text(typed: &str) -> String {
    typed.trim().chars().take(200).collect()
}

/// Whether an address from data may become a link: only the web, never `javascript:` and the like.
pub fn is_web_link(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_characters_are_encoded() {
        assert_eq!(encode("a&b=c d+é/?#%"), "a%26b%3Dc%20d%2B%C3%A9%2F%3F%23%25");
        assert_eq!(address("/x", []), "/x");
        assert_eq!(address("/x", [("q", "a b"), ("page", "2")]), "/x?q=a%20b&page=2");
    }

    #[test]
    fn only_the_web_is_linked() {
        assert!(is_web_link("https://example.org/a"));
        for bad in ["", "javascript:alert(1)", "data:text/html,x", "//example.org", " https://example.org"] {
            assert!(!is_web_link(bad), "{bad}");
        }
    }
}
