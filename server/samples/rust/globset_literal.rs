#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_glob_without_anything_special() {
        assert_eq!(Glob::new("src/lib.rs").unwrap().literal(), Some("src/lib.rs".to_string()));
    }

    #[test]
    fn nothing_otherwise() {
        assert_eq!(Glob::new("*.rs").unwrap().literal(), None);
        assert_eq!(Glob::new("").unwrap().literal(), None);
        let glob = GlobBuilder::new("a").case_insensitive(true).build().unwrap();
        assert_eq!(glob.literal(), None);
    }
}
