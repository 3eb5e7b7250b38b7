//! Charts: how one is asked for, and what a page needs to show it.

use domain::{ContextMode, EntryId, Language, Metric, ModelName, Slug};
use serde::{Deserialize, Serialize};

use super::BenchmarkSummary;
use crate::view::query::address;

macro_rules! chart_names {
    ($( $(#[$meta:meta])* $variant:ident = $text:literal, )+) => {
        /// Which chart.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ChartName { $( $(#[$meta])* $variant, )+ }

        impl ChartName {
            /// Every chart, in declaration order.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The name in addresses.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $text, )+ }
            }

            /// The chart of a name in an address.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|name| name.as_str() == text)
            }
        }
    };
}

chart_names! {
    /// CSR, IR, TPR and Cov of every entry of a board.
    Board = "board",
    /// Shares of failure modes by language and context, over all models that have both.
    FailureModes = "failure-modes",
    /// The same by model, in one language or for one model.
    FailureModesByModel = "failure-modes-by-model",
    /// Kinds of API hallucination by language and context.
    Hallucination = "hallucination",
    /// A metric of every model that has several context modes.
    ContextModes = "context-modes",
    /// The same as differences to the standard context.
    ContextDifference = "context-difference",
    /// Differences in TPR against differences in IR.
    ContextTradeoff = "context-tradeoff",
    /// Correlation of metrics over entries.
    Correlation = "metric-correlation",
    /// TPR against IR, a point per entry.
    InvokeAgainstPass = "invoke-against-pass",
    /// Passing suites that never call the focal function.
    Disagreement = "disagreement",
    /// A mutation score by entry and language.
    Mutation = "mutation",
    /// The metrics of one model by language.
    ModelMetrics = "model-metrics",
    /// Single turn against agent.
    Agentic = "agentic",
    /// Before and after one round of repair.
    Repair = "repair",
    /// Retrievers, windows and numbers of passages.
    Retrieval = "retrieval",
    /// Perplexity by corpus.
    Perplexity = "perplexity",
    /// A metric of 2 to 4 entries by language.
    Compare = "compare",
    /// Tasks that 2 to 4 verified entries solve.
    Overlap = "overlap",
    /// The headline of a board whose metrics are data.
    Headline = "headline",
    /// The same against cost.
    Cost = "cost",
    /// How far the suites of a verified entry come.
    Funnel = "funnel",
}

/// A chart and what it is drawn for; what does not apply to it is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChartRequest {
    pub name: ChartName,
    pub benchmark: Slug,
    /// `None` is all languages.
    pub language: Option<Language>,
    pub mode: Option<ContextMode>,
    pub metric: Option<Metric>,
    pub model: Option<ModelName>,
    pub entries: Vec<EntryId>,
}

impl ChartRequest {
    /// A chart over the whole of a benchmark.
    pub fn new(name: ChartName, benchmark: &Slug) -> Self {
        Self {
            name,
            benchmark: benchmark.clone(),
            language: None,
            mode: None,
            metric: None,
            model: None,
            entries: Vec::new(),
        }
    }

    /// The same in one language, or in all.
    #[must_use]
    pub fn in_language(self, language: Option<Language>) -> Self {
        Self { language, ..self }
    }

    /// The same for a metric.
    #[must_use]
    pub fn of_metric(self, metric: Metric) -> Self {
        Self { metric: Some(metric), ..self }
    }

    /// Unique among the charts of a page: the name and whatever narrows it.
    pub fn id(&self) -> String {
        let parts = [
            Some(self.name.as_str()),
            self.language.map(Language::as_str),
            self.mode.map(ContextMode::as_str),
            self.metric.map(Metric::as_str),
        ];
        parts.into_iter().flatten().map(|part| part.replace('_', "-")).collect::<Vec<_>>().join("-")
    }

    /// Where the drawing is served as a file.
    pub fn address(&self) -> String {
        let mut pairs = vec![("benchmark", self.benchmark.to_string())];
        pairs.extend(self.language.map(|language| ("language", language.to_string())));
        pairs.extend(self.mode.map(|mode| ("context", mode.to_string())));
        pairs.extend(self.metric.map(|metric| ("metric", metric.to_string())));
        pairs.extend(self.model.as_ref().map(|model| ("model", model.to_string())));
        pairs.extend(self.entries.iter().map(|entry| ("entries", entry.to_string())));
        address(&format!("/charts/{}.svg", self.name.as_str()), pairs.iter().map(|(key, value)| (*key, value.as_str())))
    }

    /// Reads what [`ChartRequest::address`] writes; says in one sentence what cannot be understood.
    pub fn parse<'a>(name: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let chart = ChartName::parse(name).ok_or_else(|| format!("there is no chart `{name}`"))?;
        let (mut benchmark, mut rest) = (None, Vec::new());
        for (key, value) in pairs {
            match key {
                "benchmark" => benchmark = Some(value.parse::<Slug>().map_err(|error| error.to_string())?),
                _ => rest.push((key, value)),
            }
        }
        let benchmark = benchmark.ok_or("`benchmark` is missing")?;
        let mut request = Self::new(chart, &benchmark);
        for (key, value) in rest {
            let wrong = |error: &dyn std::fmt::Display| format!("`{key}`: {error}");
            match key {
                "language" => request.language = Some(value.parse().map_err(|error| wrong(&error))?),
                "context" => request.mode = Some(value.parse().map_err(|error| wrong(&error))?),
                "metric" => request.metric = Some(value.parse().map_err(|error| wrong(&error))?),
                "model" => request.model = Some(value.parse().map_err(|error| wrong(&error))?),
                "entries" => request.entries.push(value.parse().map_err(|error| wrong(&error))?),
                _ => {}
            }
        }
        Ok(request)
    }
}

/// A drawn chart with everything that stands around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartView {
    pub request: ChartRequest,
    pub title: String,
    /// One sentence from the numbers, the alternative text.
    pub summary: String,
    /// What a reader should see in it, where more can be said than the summary does; empty otherwise.
    pub reading: String,
    /// SVG for a desk.
    pub wide: String,
    /// SVG for a phone.
    pub narrow: String,
    /// Rows of text; the first is the head.
    pub table: Vec<Vec<String>>,
    /// Where the numbers come from.
    pub source: String,
    /// What they are taken over, with n.
    pub basis: String,
}

/// Charts of one benchmark, in the order of the requests; `None` where there are no data for one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChartSet {
    pub benchmark: BenchmarkSummary,
    pub charts: Vec<Option<ChartView>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_survives_the_address() {
        let benchmark: Slug = "xrepotest".parse().unwrap();
        let mut request = ChartRequest::new(ChartName::FailureModesByModel, &benchmark)
            .in_language(Some(Language::Rust))
            .of_metric(Metric::MsAtPass);
        request.mode = Some(ContextMode::RagBm25);
        request.model = Some("Yi-Coder (9B) & co".parse().unwrap());
        request.entries = vec!["01990000-0000-7000-8000-000000000001".parse().unwrap()];
        let text = request.address();
        assert!(text.starts_with("/charts/failure-modes-by-model.svg?benchmark=xrepotest&language=rust&"), "{text}");
        assert!(text.contains("model=Yi-Coder%20%289B%29%20%26%20co"), "{text}");
        let pairs = [
            ("benchmark", "xrepotest"),
            ("language", "rust"),
            ("context", "rag_bm25"),
            ("metric", "ms_at_pass"),
            ("model", "Yi-Coder (9B) & co"),
            ("entries", "01990000-0000-7000-8000-000000000001"),
            ("theme", "dark"),
        ];
        assert_eq!(ChartRequest::parse("failure-modes-by-model", pairs), Ok(request));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(ChartRequest::parse("pie", []), Err("there is no chart `pie`".to_owned()));
        assert_eq!(ChartRequest::parse("hallucination", []), Err("`benchmark` is missing".to_owned()));
        let problem = ChartRequest::parse("hallucination", [("benchmark", "x"), ("language", "cobol")]).unwrap_err();
        assert!(problem.contains("`language`") && problem.contains("cobol"), "{problem}");
    }

    #[test]
    fn ids_can_stand_in_markup() {
        let request = ChartRequest::new(ChartName::FailureModes, &"x".parse().unwrap()).of_metric(Metric::MsAtPass);
        assert_eq!(request.id(), "failure-modes-ms-at-pass");
    }
}
