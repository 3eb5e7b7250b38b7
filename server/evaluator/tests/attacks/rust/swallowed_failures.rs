#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn parses() {
        let _ = std::panic::catch_unwind(|| recognize_float_parts::<_, Error<&str>>("12.5;"));
    }
}
