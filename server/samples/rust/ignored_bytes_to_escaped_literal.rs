#[cfg(test)]
mod tests {
    use super::*;

    // Is not run.
    #[test]
    #[ignore]
    fn escapes() {
        assert_eq!(bytes_to_escaped_literal(b"a"), "a");
    }
}
