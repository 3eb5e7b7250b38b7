#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn is_true() {
        assert!(true);
    }
}
