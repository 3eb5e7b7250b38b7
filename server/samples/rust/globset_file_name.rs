#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_the_last_slash() {
        for (path, name) in [("/a/b/c.rs", "c.rs"), ("c.rs", "c.rs"), ("a/.hidden", ".hidden")] {
            let found = file_name(&Cow::Borrowed(path.as_bytes()));
            assert_eq!(found.as_deref(), Some(name.as_bytes()));
            let owned = file_name(&Cow::Owned(path.as_bytes().to_vec()));
            assert_eq!(owned.as_deref(), Some(name.as_bytes()));
        }
    }

    #[test]
    fn nothing_for_an_empty_path_and_for_dots() {
        for path in ["", ".", "a/..", "a."] {
            assert_eq!(file_name(&Cow::Borrowed(path.as_bytes())), None, "{path}");
        }
    }
}
