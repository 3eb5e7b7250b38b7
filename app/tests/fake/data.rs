//! The tables behind the fake back end.

use std::collections::BTreeMap;

use app::ports::{
    BenchmarkDetail, BenchmarkRepository, BenchmarkSummary, Board, BoardRequest, BoardRow, Figure, PromptText,
    RankRange, TaskDetail, TaskList, TaskOutcome, TaskPrompt, TaskRequest, TaskRow,
};
use domain::{
    Attempt, ContextMode, EntrySource, ExecutableLines, FocalFunction, Language, Limits, Metric, Outcome,
    RepositoryDomain, RepositorySpec, Role, Scope, Slug, SourceLine, SourceSpan, Task, TaskKey, Timestamp, TokenClass,
    Viewer,
};

/// Figures of the paper: `data/published`, joined into one table.
const PUBLISHED: &str = include_str!("published.csv");
const SIZES: [(Language, u64); 5] =
    [(Language::Rust, 931), (Language::Julia, 684), (Language::Go, 706), (Language::Ruby, 675), (Language::Php, 646)];

fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(number: usize) -> T {
    format!("01990000-0000-7000-8000-{number:012}").parse().unwrap()
}

pub(crate) fn viewer() -> Viewer {
    Viewer {
        id: id(1),
        email: "ada@lab.example".parse().unwrap(),
        name: "Ada <b>Example</b>".to_owned(),
        role: Role::Vendor,
    }
}

pub(crate) fn xrepotest() -> BenchmarkSummary {
    BenchmarkSummary {
        slug: "xrepotest".parse().unwrap(),
        name: "XRepoTest".to_owned(),
        version: "1.0".to_owned(),
        description: "Unit tests that language models write for functions of real repositories.".to_owned(),
        languages: SIZES.to_vec(),
        repositories: 41,
        entries: 17,
        updated: Timestamp(1_787_702_400_000),
        has_tasks: false,
        links: vec![
            ("Paper".to_owned(), "https://example.org/paper".to_owned()),
            ("Trap".to_owned(), "javascript:alert(1)".to_owned()),
        ],
        citation: "A. Author: XRepoTest, 2026.".to_owned(),
    }
}

pub(crate) fn starter() -> BenchmarkSummary {
    BenchmarkSummary {
        slug: "starter".parse().unwrap(),
        name: "Starter".to_owned(),
        languages: vec![(Language::Go, 130), (Language::Ruby, 61)],
        repositories: 2,
        entries: 0,
        has_tasks: true,
        links: Vec::new(),
        ..xrepotest()
    }
}

pub(crate) fn without_rows(request: &BoardRequest) -> Board {
    Board { modes: Vec::new(), metrics: Vec::new(), rows: Vec::new(), ..published_board(request) }
}

pub(crate) fn published_board(request: &BoardRequest) -> Board {
    let mut rows: Vec<BoardRow> = entries(request.mode).into_values().collect();
    for row in &mut rows {
        add_means(row);
        row.interval = row.figure(request.scope, request.metric).map(|figure| rough_interval(row, figure));
    }
    rank(&mut rows, request);
    Board {
        benchmark: xrepotest(),
        modes: ContextMode::ALL.iter().map(|mode| (*mode, entries(*mode).len() as u64)).collect(),
        metrics: Metric::ALL[..6].to_vec(),
        rows,
    }
}

fn entries(mode: ContextMode) -> BTreeMap<String, BoardRow> {
    let mut rows: BTreeMap<String, BoardRow> = BTreeMap::new();
    for (number, line) in PUBLISHED.lines().skip(1).enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        if cells[5] != mode.as_str() {
            continue;
        }
        let language: Language = cells[4].parse().unwrap();
        let n = SIZES.iter().find(|(has, _)| *has == language).unwrap().1;
        let row = rows.entry(cells[0].to_owned()).or_insert_with(|| BoardRow {
            entry: id(number),
            model: cells[0].parse().unwrap(),
            provider: cells[1].to_owned(),
            link: cells[2].to_owned(),
            open_weights: cells[3] == "yes",
            source: EntrySource::Published,
            submission: None,
            added: Timestamp(0),
            rank: None,
            interval: None,
            figures: Vec::new(),
        });
        let metrics = [Metric::Csr, Metric::Tpr, Metric::Cov, Metric::Ir, Metric::Ms, Metric::MsAtPass];
        for (metric, text) in metrics.into_iter().zip(&cells[6..]) {
            if let Ok(percent) = text.parse() {
                row.figures.push(Figure { scope: Scope::Language(language), metric, percent, n });
            }
        }
    }
    rows
}

/// Unweighted and pooled means over the languages that have a metric.
fn add_means(row: &mut BoardRow) {
    for metric in Metric::ALL {
        let parts: Vec<Figure> = row.figures.iter().copied().filter(|figure| figure.metric == *metric).collect();
        // As the published tables are loaded: no mean while a language is missing, and no pooled figure.
        if parts.len() != Language::ALL.len() {
            continue;
        }
        let n = parts.iter().map(|figure| figure.n).sum();
        let percent = parts.iter().map(|figure| figure.percent).sum::<f64>() / parts.len() as f64;
        row.figures.push(Figure { scope: Scope::Macro, metric: *metric, percent, n });
    }
}

/// Wide enough to look at; the real ones come from `scoring`.
fn rough_interval(row: &BoardRow, figure: Figure) -> (f64, f64) {
    let share = (figure.percent / 100.0).clamp(0.0, 1.0);
    let n = row.figures.iter().find(|other| other.scope == figure.scope).map_or(figure.n, |other| other.n);
    let half = 196.0 * (share * (1.0 - share) / n as f64).sqrt();
    ((figure.percent - half).max(0.0), (figure.percent + half).min(100.0))
}

/// Rows whose intervals reach the first of their group share its rank.
fn rank(rows: &mut [BoardRow], request: &BoardRequest) {
    let value = |row: &BoardRow| row.figure(request.scope, request.metric).map_or(-1.0, |figure| figure.percent);
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let mut start = 0;
    while start < rows.len() {
        let Some((low, _)) = rows[start].interval else { break };
        let end = (start..rows.len()).find(|i| rows[*i].interval.is_none_or(|(_, high)| high < low));
        let end = end.unwrap_or(rows.len());
        for row in &mut rows[start..end] {
            let (rank, high) = (start as u32 + 1, end as u32);
            row.rank = Some(RankRange { rank, low: rank, high, tied: end - start > 1 });
        }
        start = end;
    }
}

fn cobra() -> RepositorySpec {
    RepositorySpec {
        name: "cobra".parse().unwrap(),
        language: Language::Go,
        version: "1.8.1".to_owned(),
        domain: RepositoryDomain::DeveloperTool,
        root: "/repo/cobra".to_owned(),
        source_roots: vec![".".to_owned()],
        exclude: Vec::new(),
        homepage: "https://example.org/cobra".to_owned(),
        license: "Apache-2.0".to_owned(),
        settings: BTreeMap::new(),
        limits: domain::RepositoryLimits { run_seconds: Some(45), ..Default::default() },
    }
}

const LINES: [&str; 9] = [
    "// stripFlags drops flags from args & keeps <operands>.",
    "func stripFlags(args []string) []string {",
    "\tcommands := []string{}",
    "\tfor _, s := range args {",
    "\t\tif !isFlag(s) {",
    "\t\t\tcommands = append(commands, s)",
    "\t\t}",
    "\t}",
    "\treturn commands",
];

pub(crate) fn task(key: &TaskKey) -> Option<TaskDetail> {
    if key.as_str() != "go-cobra-0001" {
        return None;
    }
    let focal = FocalFunction {
        name: "stripFlags".to_owned(),
        qualified_name: "stripFlags".to_owned(),
        path: "command.go".to_owned(),
        start_line: 671,
        end_line: 680,
        source: LINES.join("\n"),
        signature: "func stripFlags(args []string) []string".to_owned(),
        class_name: String::new(),
        package: "cobra".to_owned(),
    };
    Some(TaskDetail {
        benchmark: starter(),
        task: Task {
            id: id(1),
            benchmark_version: id(1),
            repository: id(1),
            key: key.clone(),
            language: Language::Go,
            focal,
            executable_lines: ExecutableLines(vec![673, 674, 675, 676, 679]),
            mutants: domain::TaskMutants::default(),
        },
        repository: cobra(),
        image: format!("sha256:{}", "1f0c".repeat(16)),
        limits: Limits::default().widened(&cobra().limits),
        source: source(),
        mutants: vec![],
        outcomes: outcomes(),
    })
}

pub(crate) fn benchmark(slug: &Slug) -> Option<BenchmarkDetail> {
    let summary = [xrepotest(), starter()].into_iter().find(|summary| summary.slug == *slug)?;
    let repository = BenchmarkRepository { spec: cobra(), image: format!("sha256:{}", "1f0c".repeat(16)), tasks: 130 };
    Some(BenchmarkDetail {
        repositories: if summary.has_tasks { vec![repository] } else { vec![] },
        runnable: summary.has_tasks,
        summary,
        limits: Limits::default(),
        fingerprint: "5ca1ab1e".repeat(8),
        made: Timestamp(1_787_702_400_000),
        prompt_version: "1".to_owned(),
    })
}

/// A prompt in every mode but the one that needs a model.
pub(crate) fn prompt(key: &TaskKey, mode: ContextMode) -> TaskPrompt {
    let text = match mode {
        ContextMode::RagDense => Err("the mode needs a model".to_owned()),
        _ => Ok(PromptText {
            system: "You write <tests>.".to_owned(),
            user: format!("Write unit tests for {key}, mode {mode}."),
            characters: 12_345,
            tokens: 3_087,
            produced_by: if mode == ContextMode::RagBm25 { "BM25".to_owned() } else { String::new() },
            parts: 10,
        }),
    };
    TaskPrompt { mode, version: "1".to_owned(), text }
}

fn source() -> Vec<SourceLine> {
    let span = |class, text: &str| SourceSpan { class, text: text.to_owned() };
    let mut lines: Vec<SourceLine> = (671..)
        .zip(LINES)
        .map(|(number, text)| SourceLine { number, spans: vec![span(TokenClass::Plain, text)] })
        .collect();
    lines[0].spans = vec![span(TokenClass::Comment, LINES[0])];
    lines[1].spans = vec![
        span(TokenClass::Keyword, "func"),
        span(TokenClass::Plain, " "),
        span(TokenClass::Function, "stripFlags"),
        span(TokenClass::Plain, "(args []"),
        span(TokenClass::Type, "string"),
        span(TokenClass::Plain, ") []"),
        span(TokenClass::Type, "string"),
        span(TokenClass::Plain, " {"),
    ];
    lines.push(SourceLine { number: 680, spans: vec![span(TokenClass::Plain, "}")] });
    lines
}

fn outcomes() -> Vec<TaskOutcome> {
    Outcome::ALL
        .iter()
        .enumerate()
        .map(|(number, outcome)| TaskOutcome {
            submission: id(number),
            model: format!("Model {}", char::from(b'A' + number as u8)).parse().unwrap(),
            mode: ContextMode::Standard,
            attempt: Attempt(0),
            outcome: *outcome,
            invokes: number % 3 != 0,
            covered: (number < 2).then_some(4),
            millis: 1900 + 100 * number as u64,
        })
        .collect()
}

pub(crate) fn task_list(request: &TaskRequest) -> TaskList {
    let matching = |row: &TaskRow| {
        request.language.is_none_or(|language| row.language == language)
            && request.repository.as_ref().is_none_or(|name| row.repository == *name)
            && row.qualified_name.to_lowercase().contains(&request.search.to_lowercase())
    };
    let all: Vec<TaskRow> = (1..=130)
        .map(|number| TaskRow {
            key: format!("go-cobra-{number:04}").parse().unwrap(),
            language: Language::Go,
            repository: "cobra".to_owned(),
            qualified_name: if number == 1 { "stripFlags".to_owned() } else { format!("Command.Find{number}") },
            path: "command.go".to_owned(),
            start_line: 671,
            end_line: 680,
            executable: 5,
            entries: 4,
            solved: u64::from(number % 5 != 1) * 4,
        })
        .filter(matching)
        .collect();
    let total = all.len() as u64;
    let tasks = all.into_iter().skip(50 * request.page as usize).take(50).collect();
    TaskList { benchmark: starter(), repositories: vec![(cobra(), 130)], tasks, total }
}
