#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[allow(unconditional_recursion)]
    fn deep(n: u64) -> u64 {
        std::hint::black_box(deep(n + 1)) + 1
    }

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn recurses() {
        assert_eq!(deep(1), 0);
    }
}
