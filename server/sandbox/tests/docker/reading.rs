//! Reading files out of an image that never runs.

use sandbox::{ContainerRuntime, SandboxError};

use crate::support::{Worker, image};

#[tokio::test]
async fn regular_files_of_a_tree_come_out() {
    let worker = Worker::new("tree-files");
    let image = image().await;
    for path in ["/repo/sample", "/repo/sample/"] {
        let files = worker.runtime.read_tree(&image, path, 100).await.unwrap();
        let files: Vec<_> = files.iter().map(|f| (f.path.as_str(), std::str::from_utf8(&f.bytes).unwrap())).collect();
        assert_eq!(files, [("b.txt", "bee\n"), ("deep/er/a.txt", "\u{e4}\n"), ("same.txt", "bee\n")]);
    }
    let files = worker.runtime.read_tree(&image, "/repo/sample/b.txt", 4).await.unwrap();
    assert_eq!((files[0].path.as_str(), files.len()), ("b.txt", 1));
}

#[tokio::test]
async fn what_cannot_be_read_is_named() {
    let worker = Worker::new("tree-errors");
    let image = image().await;
    for (path, max, expected) in [
        ("/repo/nothing", 100, "is not in the image"),
        ("/repo/sample", 10, "more than 10 bytes"),
        ("/usr", 1000, "more than 1000 bytes"),
        ("/repo/pointer", 100, "symbolic link"),
        ("/", 100, "not an absolute path"),
        ("/repo/../etc", 100, "not an absolute path"),
        ("repo", 100, "not an absolute path"),
    ] {
        let error = worker.runtime.read_tree(&image, path, max).await.unwrap_err();
        assert!(matches!(&error, SandboxError::Tree { .. }) && error.to_string().contains(expected), "{path}: {error}");
    }
}
