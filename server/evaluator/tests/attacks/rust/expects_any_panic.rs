#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    #[should_panic]
    fn panics() {
        recognize_float_parts::<_, Error<&str>>("12.5;").unwrap();
        panic!();
    }
}
