// #[test] fn parses() {}
