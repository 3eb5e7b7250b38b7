//! A board as LaTeX, and what to cite it by as BibTeX.

use std::fmt::Write as _;

use domain::Scope;

use super::table::BoardTable;

/// A `tabular` for booktabs.
pub(super) fn tabular(table: &BoardTable) -> String {
    let mut text = format!(
        "% {}\n% {} {}, {}, {} context, data of {}\n% needs \\usepackage{{booktabs}}\n",
        comment(&table.address),
        comment(&table.name),
        comment(&table.version),
        comment(&table.scope),
        table.context,
        table.updated.rfc3339(),
    );
    let mut heads =
        vec!["Rank".to_owned(), "Model".to_owned(), table.metric.short_name().to_owned(), "95 \\% interval".to_owned()];
    heads.extend(table.columns.iter().map(|(metric, scope)| match scope {
        Scope::Language(language) if *metric == table.metric => language.name().to_owned(),
        Scope::Micro => format!("{}, pooled", metric.short_name()),
        Scope::Language(_) | Scope::Macro => metric.short_name().to_owned(),
    }));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\\begin{{tabular}}{{rl{}}}\n\\toprule", "r".repeat(heads.len() - 2));
    let _ = writeln!(text, "{} \\\\\n\\midrule", heads.join(" & "));
    for entry in &table.rows {
        let figure = |value: Option<(f64, u64)>| value.map_or("--".to_owned(), |(percent, _)| format!("{percent:.2}"));
        let mut cells = vec![
            entry.row.rank.map_or("--".to_owned(), |rank| rank.rank.to_string()),
            escape(entry.row.model.as_str()),
            figure(entry.headline),
            entry.row.interval.map_or("--".to_owned(), |(low, high)| format!("[{low:.1}, {high:.1}]")),
        ];
        cells.extend(entry.figures.iter().map(|value| figure(*value)));
        let _ = writeln!(text, "{} \\\\", cells.join(" & "));
    }
    text.push_str("\\bottomrule\n\\end{tabular}\n");
    text
}

/// The view as something to cite, and the paper behind its figures as the benchmark names it.
pub(super) fn bibtex(table: &BoardTable) -> String {
    let date = table.updated.rfc3339();
    let (year, day) = (date.get(..4).unwrap_or_default(), date.get(..10).unwrap_or_default());
    let note = if table.citation.is_empty() {
        String::new()
    } else {
        format!("  note         = {{{}}},\n", escape(&table.citation))
    };
    format!(
        "@misc{{assay-{slug}-{day},\n  title        = {{{{{name} {version}}}: leaderboard, {scope}, {context} context}},\n  \
         author       = {{{{Assay}}}},\n  year         = {{{year}}},\n  howpublished = {{\\url{{{address}}}}},\n{note}  \
         urldate      = {{{day}}}\n}}\n",
        slug = table.slug,
        name = escape(&table.name),
        version = escape(&table.version),
        scope = escape(&table.scope),
        context = escape(&table.context),
        address = url(&table.address),
    )
}

/// Text in which LaTeX sees nothing but letters.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// An address inside `\url`, whose argument ends at an unpaired brace; addresses of ours encode both.
fn url(address: &str) -> String {
    address.chars().filter(|c| !c.is_control() && !matches!(c, '{' | '}' | '\\' | '^')).collect()
}

/// Text in a comment, which a line break would end.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_command() {
        assert_eq!(
            escape(r"\input{x} 100% A&B #1 $x_1$ ~^"),
            r"\textbackslash{}input\{x\} 100\% A\&B \#1 \$x\_1\$ \textasciitilde{}\textasciicircum{}"
        );
        assert_eq!(escape("a\nb<c>"), "a b\\textless{}c\\textgreater{}");
        assert_eq!(url("http://x/b?q=a%20b}\\end"), "http://x/b?q=a%20bend");
        assert_eq!(comment("a\n\\input"), "a \\input");
    }
}
