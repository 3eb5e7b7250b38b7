use tar::{Builder, EntryType, Header};

use super::*;

enum Put<'a> {
    File(&'a str, &'a [u8]),
    Link(EntryType, &'a str, &'a str),
    Folder(&'a str),
}

/// Writes names as they are: the `tar` crate itself would refuse some of these.
fn archive(entries: &[Put<'_>]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for entry in entries {
        let (kind, name, bytes, target): (_, _, &[u8], _) = match entry {
            Put::File(name, bytes) => (EntryType::Regular, name, bytes, ""),
            Put::Link(kind, name, target) => (*kind, name, &[], *target),
            Put::Folder(name) => (EntryType::Directory, name, &[], ""),
        };
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        let gnu = header.as_gnu_mut().unwrap();
        gnu.name[..name.len()].copy_from_slice(name.as_bytes());
        gnu.linkname[..target.len()].copy_from_slice(target.as_bytes());
        header.set_cksum();
        builder.append(&header, bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn names(files: &[TreeFile]) -> Vec<(&str, &[u8])> {
    files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())).collect()
}

#[test]
fn regular_files_come_sorted_and_relative_to_the_folder() {
    let tar = archive(&[
        Put::Folder("cobra/"),
        Put::File("cobra/z.go", b"z"),
        Put::Link(EntryType::Symlink, "cobra/link", "/etc/passwd"),
        Put::Link(EntryType::Char, "cobra/device", ""),
        Put::File("cobra/doc/a.go", b"a"),
        Put::Link(EntryType::Link, "cobra/same.go", "cobra/z.go"),
    ]);
    let files = read(tar.as_slice(), "/repo/cobra", 100).unwrap();
    assert_eq!(names(&files), [("doc/a.go", b"a".as_slice()), ("same.go", b"z"), ("z.go", b"z")]);
}

#[test]
fn a_single_file_keeps_its_name() {
    let tar = archive(&[Put::File("manifest.toml", b"x")]);
    assert_eq!(names(&read(tar.as_slice(), "/assay/manifest.toml", 1).unwrap()), [("manifest.toml", b"x".as_slice())]);
}

#[test]
fn the_size_is_bounded() {
    let tar = archive(&[Put::File("r/a", b"12345"), Put::File("r/b", b"12345")]);
    assert!(read(tar.as_slice(), "/r", 10).is_ok());
    let error = read(tar.as_slice(), "/r", 9).unwrap_err();
    assert!(error.to_string().contains("more than 9 bytes"), "{error}");
    // Names count as what they stand for.
    let tar = archive(&[Put::File("r/a", b"12345"), Put::Link(EntryType::Link, "r/b", "r/a")]);
    assert!(read(tar.as_slice(), "/r", 9).is_err());
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    for name in ["other/a", "/r/a", "r/../a", "../r/a", "r/x/../../a"] {
        let tar = archive(&[Put::File(name, b"x")]);
        assert!(matches!(read(tar.as_slice(), "/r", 10), Err(SandboxError::Tree { .. })), "{name}");
    }
}

#[test]
fn a_link_in_place_of_the_folder_and_a_broken_archive_are_errors() {
    let tar = archive(&[Put::Link(EntryType::Symlink, "r", "elsewhere")]);
    assert!(read(tar.as_slice(), "/r", 10).unwrap_err().to_string().contains("symbolic link"));
    let tar = archive(&[Put::File("r/a", &[b'x'; 600])]);
    assert!(read(&tar[..700], "/r", 1000).is_err());
}

#[test]
fn pieces_are_read_across_their_edges_and_end_with_an_error() {
    let (sender, receiver) = tokio::sync::mpsc::channel(4);
    for piece in ["ab", "", "cde"] {
        sender.blocking_send(Ok(Bytes::from_static(piece.as_bytes()))).unwrap();
    }
    sender.blocking_send(Err("cut".into())).unwrap();
    let mut pieces = Pieces::new(receiver);
    let mut text = [0; 5];
    pieces.read_exact(&mut text).unwrap();
    assert_eq!(&text, b"abcde");
    assert_eq!(pieces.read(&mut text).unwrap_err().to_string(), "cut");
}
