#[cfg(test)]
mod tests {
    use super::*;

    // A parenthesis is missing.
    #[test]
    fn lower_case() {
        let mut buffer = [0; 38];
        assert_eq!(encode_braced(&[0; 16], &mut buffer, false), "{";
    }
}
