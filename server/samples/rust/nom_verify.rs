#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::complete::alpha1;
    use crate::error::Error;

    #[test]
    fn keeps_what_fits() {
        let mut parser = verify::<&str, _, str, Error<&str>, _, _>(alpha1, |text: &str| text.len() == 2);
        assert_eq!(parser("ab1"), Ok(("1", "ab")));
    }

    #[test]
    fn refuses_the_rest_at_its_beginning() {
        let mut parser = verify::<&str, _, str, Error<&str>, _, _>(alpha1, |text: &str| text.len() == 2);
        assert_eq!(parser("abc1"), Err(Err::Error(Error { input: "abc1", code: ErrorKind::Verify })));
        assert_eq!(parser("1"), Err(Err::Error(Error { input: "1", code: ErrorKind::Alpha })));
    }
}
