#[cfg(test)]
mod tests {
    use super::*;

    // The bytes are in the other order.
    #[test]
    fn splits() {
        let id = Uuid::from_bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
        assert_eq!(id.as_fields().0, 0x04030201);
    }
}
