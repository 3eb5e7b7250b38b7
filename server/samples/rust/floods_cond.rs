#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::complete::alpha1;
    use crate::error::Error;

    // Prints without end.
    #[test]
    fn prints() {
        loop {
            println!("{:?} {}", cond::<_, _, Error<&str>, _>(true, alpha1)("ab"), "x".repeat(10_000));
        }
    }
}
