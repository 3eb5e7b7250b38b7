#[cfg(test)]
mod tests {
    use super::*;

    // Seconds are no text.
    #[test]
    fn keeps() {
        let stamp = Timestamp::from_unix(crate::NoContext, "1", 7);
        assert_eq!(stamp.to_unix().0, 1);
    }
}
