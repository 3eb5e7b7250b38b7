#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_from_the_most_significant_byte() {
        let id = Uuid::from_bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
        assert_eq!(id.as_fields(), (0x01020304, 0x0506, 0x0708, &[9, 10, 11, 12, 13, 14, 15, 16]));
    }

    #[test]
    fn nil_is_all_zero() {
        assert_eq!(Uuid::nil().as_fields(), (0, 0, 0, &[0; 8]));
    }
}
