#[test]
fn parses() {
    assert!(recognize_float_parts::<_, crate::error::Error<&str>>("12.5;").is_ok());
}
}
use crate::error::Error;
mod other {
    #[test]
    fn two() {}
