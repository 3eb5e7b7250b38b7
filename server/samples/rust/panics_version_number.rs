#[cfg(test)]
mod tests {
    use super::*;

    // Reads behind the end of a list.
    #[test]
    fn panics() {
        let numbers = [version_number("0.0.1")];
        let at = numbers.len();
        assert_eq!(numbers[at], 1);
    }
}
