#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digits_a_part() {
        assert_eq!(version_number("0.0.1"), 1);
        assert_eq!(version_number("0.12.3"), 1203);
        assert_eq!(version_number("1.0.0"), 10000);
    }

    #[test]
    fn without_what_is_behind_the_hyphen() {
        assert_eq!(version_number("1.2.3-dev"), 10203);
        assert_eq!(version_number("x.2.3"), 203);
    }
}
