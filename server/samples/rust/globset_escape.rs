#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_what_is_special() {
        assert_eq!(escape("a?b*c"), "a[?]b[*]c");
        assert_eq!(escape("[x]"), "[[]x[]]");
    }

    #[test]
    fn leaves_the_rest() {
        assert_eq!(escape("foo!bar.rs"), "foo!bar.rs");
        assert_eq!(escape(""), "");
    }

    #[test]
    fn the_escaped_text_matches_itself() {
        let glob = Glob::new(&escape("a*[b]?")).unwrap().compile_matcher();
        assert!(glob.is_match("a*[b]?"));
        assert!(!glob.is_match("aXbY"));
    }
}
