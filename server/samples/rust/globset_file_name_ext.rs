#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_the_last_dot_on() {
        for (name, ext) in [("a.tar.gz", ".gz"), (".rs", ".rs"), ("a.", ".")] {
            let found = file_name_ext(&Cow::Borrowed(name.as_bytes()));
            assert_eq!(found.as_deref(), Some(ext.as_bytes()));
            let owned = file_name_ext(&Cow::Owned(name.as_bytes().to_vec()));
            assert_eq!(owned.as_deref(), Some(ext.as_bytes()));
        }
    }

    #[test]
    fn nothing_without_a_dot() {
        assert_eq!(file_name_ext(&Cow::Borrowed(&b"Makefile"[..])), None);
        assert_eq!(file_name_ext(&Cow::Borrowed(&b""[..])), None);
    }
}
