#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::complete::alpha1;
    use crate::error::Error;
    use crate::Needed;

    #[test]
    fn some_or_none() {
        assert_eq!(opt::<_, _, Error<&str>, _>(alpha1)("ab1"), Ok(("1", Some("ab"))));
        assert_eq!(opt::<_, _, Error<&str>, _>(alpha1)("1"), Ok(("1", None)));
    }

    #[test]
    fn failures_are_not_hidden() {
        let fails = |_: &str| Err::<(&str, ()), _>(Err::Failure(Error { input: "1", code: ErrorKind::Tag }));
        assert_eq!(opt(fails)("1"), Err(Err::Failure(Error { input: "1", code: ErrorKind::Tag })));
        let waits = |_: &str| Err::<(&str, ()), Err<Error<&str>>>(Err::Incomplete(Needed::Unknown));
        assert_eq!(opt(waits)("1"), Err(Err::Incomplete(Needed::Unknown)));
    }
}
