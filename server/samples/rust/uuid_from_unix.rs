#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_seconds_and_nanoseconds() {
        let stamp = Timestamp::from_unix(crate::NoContext, 1_500_000_000, 7);
        assert_eq!(stamp.to_unix(), (1_500_000_000, 7));
    }

    #[test]
    fn of_the_epoch() {
        assert_eq!(Timestamp::from_unix(crate::NoContext, 0, 0).to_unix(), (0, 0));
    }
}
