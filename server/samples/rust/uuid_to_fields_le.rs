#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_from_the_least_significant_byte() {
        let id = Uuid::from_bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
        assert_eq!(id.to_fields_le(), (0x04030201, 0x0605, 0x0807, &[9, 10, 11, 12, 13, 14, 15, 16]));
    }
}
