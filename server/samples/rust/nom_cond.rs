#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::complete::{alpha1, digit1};
    use crate::error::Error;

    #[test]
    fn runs_the_parser_when_asked_to() {
        assert_eq!(cond::<_, _, Error<&str>, _>(true, alpha1)("ab1"), Ok(("1", Some("ab"))));
        assert!(cond::<_, _, Error<&str>, _>(true, alpha1)("1").is_err());
    }

    #[test]
    fn consumes_nothing_otherwise() {
        assert_eq!(cond::<_, _, Error<&str>, _>(false, alpha1)("ab1"), Ok(("ab1", None)));
        assert_eq!(cond::<_, _, Error<&str>, _>(false, digit1)("ab1"), Ok(("ab1", None)));
    }
}
