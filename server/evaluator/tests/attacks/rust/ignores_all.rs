#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    #[ignore]
    fn later() {
        panic!();
    }
}
