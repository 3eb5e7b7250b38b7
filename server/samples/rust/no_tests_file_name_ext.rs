// Calls the function, but is no test.
#[cfg(test)]
mod tests {
    use super::*;

    #[allow(dead_code)]
    fn from_the_last_dot_on() {
        assert!(file_name_ext(&Cow::Borrowed(&b"a.rs"[..])).is_some());
    }
}
