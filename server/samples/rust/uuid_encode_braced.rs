#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_case() {
        let mut buffer = [0; 38];
        let text = encode_braced(&[0xab; 16], &mut buffer, false);
        assert_eq!(text, "{abababab-abab-abab-abab-abababababab}");
    }

    #[test]
    fn upper_case_in_a_larger_buffer() {
        let mut buffer = [b'!'; 50];
        let text = encode_braced(&[0xab; 16], &mut buffer, true);
        assert_eq!(text, "{ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB}");
        assert_eq!(&buffer[38..], [b'!'; 12]);
    }
}
