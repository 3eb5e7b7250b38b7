//! The state of a leaderboard view and its form in the URL: defaults are left out, what is unknown is said.

use domain::{ContextMode, EntrySource, Language, Metric, Scope};

use super::query::{address, search_text};

/// A column that rows can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The metric and scope that ranks are computed for.
    Headline,
    Model,
    Figure(Metric, Scope),
}

impl Column {
    /// `rank`, `model`, or metric and scope: `csr.go`.
    fn text(self) -> String {
        match self {
            Self::Headline => "rank".to_owned(),
            Self::Model => "model".to_owned(),
            Self::Figure(metric, scope) => format!("{metric}.{}", scope.as_str()),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text {
            "rank" => Some(Self::Headline),
            "model" => Some(Self::Model),
            other => {
                let (metric, scope) = other.split_once('.')?;
                Some(Self::Figure(metric.parse().ok()?, scope.parse().ok()?))
            }
        }
    }

    /// The order that a first click gives: names from A, figures from the best.
    const fn first_order_is_ascending(self) -> bool {
        matches!(self, Self::Model)
    }
}

/// By which column, and whether in the other than its first order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub column: Column,
    pub ascending: bool,
}

impl Sort {
    /// A column in its first order.
    pub const fn by(column: Column) -> Self {
        Self { column, ascending: column.first_order_is_ascending() }
    }
}

/// Everything that the URL says about a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardView {
    pub mode: ContextMode,
    /// `None` is all languages.
    pub language: Option<Language>,
    pub metric: Metric,
    pub sort: Sort,
    /// Part of a model's or provider's name, any case.
    pub search: String,
    /// Sources shown, in their declaration order; none chosen shows all.
    pub sources: Vec<EntrySource>,
    /// Only entries whose weights can be downloaded.
    pub open_weights: bool,
}

impl Default for BoardView {
    fn default() -> Self {
        Self {
            mode: ContextMode::Standard,
            language: None,
            metric: Metric::Tpr,
            sort: Sort::by(Column::Headline),
            search: String::new(),
            sources: Vec::new(),
            open_weights: false,
        }
    }
}

impl BoardView {
    /// Reads the parameters of a URL. What cannot be understood keeps its default and is reported, one sentence each;
    /// parameters that are not ours are ignored.
    pub fn parse<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Vec<String>) {
        let mut view = Self::default();
        let mut problems = Vec::new();
        let (mut sort, mut reversed) = (Column::Headline, false);
        for (key, value) in pairs {
            // A form sends its empty fields too.
            if value.is_empty() {
                continue;
            }
            let mut report = |problem: String| problems.push(format!("In the address, `{key}`: {problem}."));
            match key {
                "context" => keep(&mut view.mode, value, &mut report),
                "metric" => keep(&mut view.metric, value, &mut report),
                "language" => match value.parse() {
                    Ok(language) => view.language = Some(language),
                    Err(error) => report(error.to_string()),
                },
                "source" => match value.parse() {
                    Ok(source) if view.sources.contains(&source) => {}
                    Ok(source) => view.sources.push(source),
                    Err(error) => report(error.to_string()),
                },
                "q" => view.search = search_text(value),
                "open" => match value {
                    "1" => view.open_weights = true,
                    other => report(format!("`{other}` is not `1`")),
                },
                "sort" => match Column::parse(value) {
                    Some(column) => sort = column,
                    None => report(format!("`{value}` is no column; expected `rank`, `model` or e.g. `csr.go`")),
                },
                "order" => match value {
                    "reversed" => reversed = true,
                    other => report(format!("`{other}` is not `reversed`")),
                },
                _ => {}
            }
        }
        view.sources.sort_unstable();
        view.sort = Sort { column: sort, ascending: sort.first_order_is_ascending() != reversed };
        (view, problems)
    }

    /// The parameters that differ from the defaults, in a fixed order.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let default = Self::default();
        let mut pairs = Vec::new();
        if let Some(language) = self.language {
            pairs.push(("language", language.to_string()));
        }
        if self.mode != default.mode {
            pairs.push(("context", self.mode.to_string()));
        }
        if self.metric != default.metric {
            pairs.push(("metric", self.metric.to_string()));
        }
        if self.sort.column != Column::Headline {
            pairs.push(("sort", self.sort.column.text()));
        }
        if self.sort.ascending != self.sort.column.first_order_is_ascending() {
            pairs.push(("order", "reversed".to_owned()));
        }
        if !self.search.is_empty() {
            pairs.push(("q", self.search.clone()));
        }
        if self.open_weights {
            pairs.push(("open", "1".to_owned()));
        }
        pairs.extend(self.sources.iter().map(|source| ("source", source.to_string())));
        pairs
    }

    /// The address of this view below the path of its board.
    pub fn address(&self, path: &str) -> String {
        let pairs = self.pairs();
        address(path, pairs.iter().map(|(key, value)| (*key, value.as_str())))
    }

    /// The parameters that the filter form does not hold itself, for its hidden fields.
    pub fn pairs_beside_filters(&self) -> Vec<(&'static str, String)> {
        self.pairs().into_iter().filter(|(key, _)| !matches!(*key, "q" | "open" | "source")).collect()
    }

    /// What ranks, intervals and the headline are taken over.
    pub fn scope(&self) -> Scope {
        self.language.map_or(Scope::Macro, Scope::Language)
    }

    /// Whether any filter hides rows.
    pub fn is_filtered(&self) -> bool {
        !self.search.is_empty() || self.open_weights || !self.sources.is_empty()
    }

    /// The same board without filters.
    #[must_use]
    pub fn unfiltered(&self) -> Self {
        Self { search: String::new(), open_weights: false, sources: Vec::new(), ..self.clone() }
    }

    /// The same view in another language, or in all. A sort by a column that the new view lacks is dropped.
    #[must_use]
    pub fn with_language(&self, language: Option<Language>) -> Self {
        Self { language, sort: self.portable_sort(), ..self.clone() }
    }

    /// The same view in another context mode.
    #[must_use]
    pub fn with_mode(&self, mode: ContextMode) -> Self {
        Self { mode, ..self.clone() }
    }

    /// The same view for another metric.
    #[must_use]
    pub fn with_metric(&self, metric: Metric) -> Self {
        Self { metric, sort: self.portable_sort(), ..self.clone() }
    }

    /// What a click on a heading leads to: its first order, or the other one if that is shown already.
    #[must_use]
    pub fn sorted_by(&self, column: Column) -> Self {
        let sort = if self.sort.column == column {
            Sort { column, ascending: !self.sort.ascending }
        } else {
            Sort::by(column)
        };
        Self { sort, ..self.clone() }
    }

    fn portable_sort(&self) -> Sort {
        match self.sort.column {
            Column::Headline | Column::Model => self.sort,
            Column::Figure(..) => Sort::by(Column::Headline),
        }
    }
}

fn keep<T: std::str::FromStr<Err = domain::UnknownText>>(place: &mut T, text: &str, report: &mut impl FnMut(String)) {
    match text.parse() {
        Ok(value) => *place = value,
        Err(error) => report(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(query: &str) -> (BoardView, Vec<String>) {
        BoardView::parse(query.split('&').filter_map(|pair| pair.split_once('=')))
    }

    #[test]
    fn defaults_have_no_parameters() {
        assert_eq!(BoardView::default().address("/"), "/");
        assert_eq!(parse(""), (BoardView::default(), vec![]));
        assert_eq!(parse("q=&open=&source=").0, BoardView::default());
        assert_eq!(parse("context=standard&metric=tpr&sort=rank").0.address("/"), "/");
    }

    #[test]
    fn every_state_survives_the_url() {
        for query in [
            "language=go",
            "context=rag_bm25&metric=csr",
            "sort=model",
            "sort=model&order=reversed",
            "order=reversed",
            "sort=csr.macro&order=reversed&q=qwen&open=1&source=published&source=verified",
            "language=php&context=file&metric=ms_at_pass&sort=ir.php",
        ] {
            let (view, problems) = parse(query);
            assert!(problems.is_empty(), "{problems:?}");
            assert_eq!(view.address("/b"), format!("/b?{query}"));
        }
    }

    #[test]
    fn what_is_unknown_is_said_and_keeps_its_default() {
        let (view, problems) = parse("language=cobol&metric=wow&sort=csr&order=up&open=yes&source=x&context=y&utm=z");
        assert_eq!(view, BoardView::default());
        assert_eq!(problems.len(), 7);
        assert!(
            problems[0].contains("`cobol`") && problems[0].contains("rust, julia, go, ruby, php"),
            "{}",
            problems[0]
        );
    }

    #[test]
    fn a_second_click_turns_the_order() {
        let go = Column::Figure(Metric::Tpr, Scope::Language(Language::Go));
        let view = BoardView::default().sorted_by(go);
        assert_eq!(view.address("/"), "/?sort=tpr.go");
        assert_eq!(view.sorted_by(go).address("/"), "/?sort=tpr.go&order=reversed");
        assert_eq!(view.sorted_by(Column::Headline).address("/"), "/");
        // The Go column exists in the view of all languages only.
        assert_eq!(view.with_language(Some(Language::Rust)).address("/"), "/?language=rust");
    }

    #[test]
    fn duplicate_sources_count_once() {
        assert_eq!(
            parse("source=verified&source=published&source=verified").0.address("/"),
            "/?source=published&source=verified"
        );
    }
}
