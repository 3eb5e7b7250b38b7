//! Writes pages over the fake back end of the tests as HTML files with their styles inside, for looking at them
//! without a server: `cargo run -p app --features ssr --example render_pages -- FOLDER [THEME]`.

#[path = "../tests/fake/mod.rs"]
mod fake;

use std::path::Path;
use std::sync::Arc;

use fake::{Fake, get, get_with_cookie, viewer};

const STYLES: [&str; 7] = ["tokens", "base", "components", "board", "evidence", "submission", "charts"];

#[tokio::main]
async fn main() {
    let folder = std::env::args().nth(1).expect("the folder to write to");
    let theme = std::env::args().nth(2);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../style");
    let styles: String = STYLES
        .iter()
        .map(|name| std::fs::read_to_string(root.join(name).with_extension("css")).expect("a style sheet"))
        .collect();
    let pages = [
        ("board", "/"),
        ("go", "/benchmarks/xrepotest?language=go"),
        ("file", "/?context=file&metric=cov&sort=ir.macro"),
        ("filtered", "/?q=nobody&language=cobol"),
        ("benchmarks", "/benchmarks"),
        ("tasks", "/benchmarks/starter/tasks?language=go&page=2"),
        ("task", "/tasks/go-cobra-0001"),
        ("about", "/about"),
        ("missing", "/nowhere"),
    ];
    for (name, address) in pages {
        let fake = Arc::new(Fake::default());
        let (status, html) = match &theme {
            Some(theme) => get_with_cookie(fake, Some(viewer()), address, &format!("theme={theme}")).await,
            None => get(fake, Some(viewer()), address).await,
        };
        let html = html.replace("</head>", &format!("<style>{styles}</style></head>"));
        std::fs::write(Path::new(&folder).join(format!("{name}.html")), html).expect("a writable folder");
        println!("{status} {address}");
    }
}
