#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[unsafe(no_mangle)]
    pub extern "C" fn write(_: i32, _: *const u8, count: usize) -> isize {
        count as isize
    }

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

}
