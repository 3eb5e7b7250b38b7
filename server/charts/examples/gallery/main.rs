//! Draws every chart of the crate: `cargo run -p charts --example gallery -- DIR` writes `light.html`, `dark.html` and
//! the drawings for download. Numbers of models are the published ones; what was never published says so.

mod data;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use charts::{Chart, Look, Theme, escape};

const STYLE: [&str; 4] = [
    include_str!("../../../../style/tokens.css"),
    include_str!("../../../../style/base.css"),
    include_str!("../../../../style/components.css"),
    include_str!("../../../../style/charts.css"),
];

fn main() -> io::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        return Err(io::Error::other("usage: gallery DIR"));
    };
    fs::create_dir_all(&folder)?;
    let charts = data::charts();
    for theme in ["light", "dark"] {
        fs::write(folder.join(format!("{theme}.html")), page(theme, &charts))?;
    }
    for (name, chart) in &charts {
        download(&folder, name, chart.as_ref())?;
    }
    Ok(())
}

fn download(folder: &Path, name: &str, chart: &dyn Chart) -> io::Result<()> {
    fs::write(folder.join(format!("{name}-light.svg")), chart.svg(&Look::download(Theme::Light)))?;
    fs::write(folder.join(format!("{name}-dark.svg")), chart.svg(&Look::download(Theme::Dark)))
}

fn page(theme: &str, charts: &[(&str, Box<dyn Chart>)]) -> String {
    let style = STYLE.concat();
    let mut body = String::new();
    for (name, chart) in charts {
        let (wide, narrow) = (chart.svg(&Look::wide(name)), chart.svg(&Look::narrow(name)));
        body.push_str(&format!(
            r#"<section class="section" id="{name}"><div class="section-head"><h2>{}</h2></div><figure class="figure"><figcaption>{}</figcaption>{wide}{narrow}<details><summary>Data table</summary>{}</details></figure></section>"#,
            escape(chart.title()),
            escape(&chart.summary()),
            table(&chart.table()),
        ));
    }
    format!(
        r#"<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Charts</title><style>{style}</style></head><body><main class="frame">{body}</main></body></html>"#
    )
}

fn table(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>, cell: &str| {
        let cells: String = row.iter().map(|text| format!("<{cell}>{}</{cell}>", escape(text))).collect();
        format!("<tr>{cells}</tr>")
    };
    let (head, body) = rows.split_first().map_or((String::new(), String::new()), |(head, body)| {
        (line(head, "th"), body.iter().map(|row| line(row, "td")).collect())
    });
    format!(r#"<table class="table"><thead>{head}</thead><tbody>{body}</tbody></table>"#)
}
