#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[allow(dead_code)]
    fn helper() -> bool {
        recognize_float_parts::<_, Error<&str>>("12.5;").is_ok()
    }
}
