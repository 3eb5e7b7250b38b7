#[cfg(test)]
mod tests {
    use super::*;

    // Never ends.
    #[test]
    fn loops() {
        let mut found = 0_u64;
        loop {
            let name = file_name(&Cow::Borrowed(&b"a/b"[..]));
            found = found.wrapping_add(name.map_or(0, |name| name.len() as u64));
            std::hint::black_box(found);
        }
    }
}
