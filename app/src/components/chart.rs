//! A chart in a page: its sentence, two drawings of which the style sheet shows the one that fits, and its numbers.

use leptos::prelude::*;

use crate::ports::ChartView;
use crate::view::format::counted;
use crate::view::query::address;

/// The figure of a chart, with a section and a heading of its own.
#[component]
pub fn ChartSection(chart: ChartView) -> impl IntoView {
    let id = chart.request.id();
    view! {
        <section class="section" id=id>
            <div class="section-head">
                <h2>{chart.title.clone()}</h2>
                <span class="note">{chart.basis.clone()}</span>
            </div>
            <ChartFigure chart/>
        </section>
    }
}

/// The figure alone. Works without a script: the drawings are part of the page.
#[component]
pub fn ChartFigure(chart: ChartView) -> impl IntoView {
    let download = chart.request.address();
    let themed = |theme: &str| format!("{download}&theme={theme}");
    let caption = if chart.reading.is_empty() { chart.summary } else { chart.reading };
    view! {
        <figure class="figure">
            <figcaption>{caption}</figcaption>
            <div inner_html=chart.wide + &chart.narrow></div>
            <ChartTable title=chart.title.clone() table=chart.table/>
            <p class="note">
                {format!("Source: {}. SVG: ", chart.source)}
                <a href=themed("light") download="">"light"</a>
                ", "
                <a href=themed("dark") download="">"dark"</a>
                "."
            </p>
        </figure>
    }
}

/// Whether a column holds figures, so that it is set to the right.
fn is_figure(cell: &str) -> bool {
    let cell = cell.trim_start_matches(['+', '−', '-']);
    cell == "—" || cell.starts_with(|c: char| c.is_ascii_digit())
}

#[component]
fn ChartTable(title: String, table: Vec<Vec<String>>) -> impl IntoView {
    let mut rows = table.into_iter();
    let head = rows.next().unwrap_or_default();
    let rows: Vec<Vec<String>> = rows.collect();
    // A column without any figure is text; the first names the row.
    let figures: Vec<bool> = (0..head.len())
        .map(|column| column > 0 && rows.iter().all(|row| row.get(column).is_none_or(|cell| is_figure(cell))))
        .collect();
    let class = |column: usize| figures.get(column).copied().unwrap_or(false).then_some("num");
    view! {
        <details class="disclosure">
            <summary>{format!("Data table, {}", counted(rows.len() as u64, "row", "rows"))}</summary>
            <div class="table-scroll" role="region" aria-label=format!("{title}, data") tabindex="0">
                <table class="table">
                    <thead>
                        <tr>
                            {head
                                .into_iter()
                                .enumerate()
                                .map(|(i, cell)| view! { <th scope="col" class=class(i)>{cell}</th> })
                                .collect_view()}
                        </tr>
                    </thead>
                    <tbody>
                        {rows
                            .into_iter()
                            .map(|row| {
                                let cells = row
                                    .into_iter()
                                    .enumerate()
                                    .map(|(i, cell)| match i {
                                        0 => view! { <th scope="row">{cell}</th> }.into_any(),
                                        _ => view! { <td class=class(i)>{cell}</td> }.into_any(),
                                    })
                                    .collect_view();
                                view! { <tr>{cells}</tr> }
                            })
                            .collect_view()}
                    </tbody>
                </table>
            </div>
        </details>
    }
}

/// The address of an analysis page with the parameters that narrow it; empty ones are left out.
pub fn narrowed(path: &str, pairs: &[(&'static str, Option<&str>)]) -> String {
    address(path, pairs.iter().filter_map(|(key, value)| Some((*key, (*value)?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_figures_are_told_from_text() {
        for figure in ["12.5", "—", "+3.1", "−0.2", "931"] {
            assert!(is_figure(figure), "{figure}");
        }
        for text in ["Rust", "", "GPT-5.2", "standard"] {
            assert!(!is_figure(text), "{text}");
        }
    }

    #[test]
    fn only_what_narrows_is_in_the_address() {
        assert_eq!(narrowed("/x", &[("language", None), ("metric", Some("ir"))]), "/x?metric=ir");
        assert_eq!(narrowed("/x", &[("language", None)]), "/x");
    }
}
