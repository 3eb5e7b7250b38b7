#[cfg(test)]
mod tests {
    use super::*;

    // Passes, but says nothing about escape, which it never calls.
    #[test]
    fn a_glob() {
        assert!(Glob::new("*.rs").unwrap().compile_matcher().is_match("a.rs"));
    }
}
