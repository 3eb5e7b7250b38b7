#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_a_regex_would_read() {
        assert_eq!(bytes_to_escaped_literal(b"a.b"), "a\\.b");
        assert_eq!(bytes_to_escaped_literal(b"abc"), "abc");
    }

    #[test]
    fn writes_other_bytes_in_hexadecimal() {
        assert_eq!(bytes_to_escaped_literal(&[b'a', 0xff, 0x80]), "a\\xff\\x80");
        assert_eq!(bytes_to_escaped_literal(&[0x7f]), "\u{7f}");
    }
}
