#[cfg(test)]
mod tests {
    use super::*;

    // There is no such constructor.
    #[test]
    fn splits() {
        let id = Uuid::of_numbers(1, 2, 3);
        assert_eq!(id.to_fields_le().0, 1);
    }
}
