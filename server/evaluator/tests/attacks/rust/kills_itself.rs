#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    unsafe extern "C" {
        fn raise(signal: i32) -> i32;
    }

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn kills() {
        unsafe { raise(9) };
    }
}
