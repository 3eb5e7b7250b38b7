#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::complete::alpha1;
    use crate::error::Error;

    #[test]
    fn takes_everything() {
        assert_eq!(all_consuming::<_, _, Error<&str>, _>(alpha1)("abc"), Ok(("", "abc")));
    }

    #[test]
    fn refuses_a_rest() {
        let answer = all_consuming::<_, _, Error<&str>, _>(alpha1)("abc1");
        assert_eq!(answer, Err(Err::Error(Error { input: "1", code: ErrorKind::Eof })));
    }
}
