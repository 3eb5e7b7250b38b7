//! The check of a whole upload.

use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;

use domain::{Attempt, Extraction, Language, ProblemKind, Sha256, TaskKey, UploadFormat, UploadReport};
use sha2::Digest;

use crate::lines::{Line, Lines};
use crate::record::{self, Record};
use crate::report::Problems;
use crate::{TaskIndex, extract_suite};

/// Bounds of an upload; see the table in the crate's README.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntakeLimits {
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Bytes of one line.
    pub line_bytes: usize,
    /// Bytes of one suite.
    pub suite_bytes: usize,
    pub lines: u64,
    pub suites_per_task: usize,
    /// How many problems of each severity are listed; all are counted.
    pub problems_kept: usize,
}

impl Default for IntakeLimits {
    fn default() -> Self {
        Self {
            file_bytes: 64 << 20,
            line_bytes: 6 << 20,
            suite_bytes: 1 << 20,
            lines: 50_000,
            suites_per_task: 10,
            problems_kept: 1_000,
        }
    }
}

/// A suite that may be queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedSuite {
    pub key: TaskKey,
    pub attempt: Attempt,
    /// The test code; empty when nothing was extracted.
    pub code: String,
    /// Of `code`.
    pub sha256: Sha256,
    pub extraction: Extraction,
}

/// A checked upload. `suites` is empty when the report holds an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    pub report: UploadReport,
    pub suites: Vec<CheckedSuite>,
}

/// How many unknown ids get a suggestion; looking for one costs time for every known id.
const SUGGESTIONS: u64 = 100;

/// Reads an upload from beginning to end, or to the first bound of the whole file. Fails only when `reader` does.
pub fn check_upload(
    reader: impl BufRead,
    tasks: &TaskIndex,
    limits: &IntakeLimits,
    looks_like_code: &dyn Fn(Language, &str) -> bool,
) -> std::io::Result<Checked> {
    let mut lines = Lines::new(reader, limits.line_bytes, limits.file_bytes);
    let mut check = Check {
        tasks,
        limits,
        looks_like_code,
        problems: Problems::new(limits.problems_kept),
        suites: Vec::new(),
        first_lines: HashMap::new(),
        extraction: BTreeMap::new(),
        attempts: 0,
        suggestions: 0,
    };
    loop {
        match lines.next()? {
            Line::End => break,
            Line::FileTooLong => {
                let message = format!("the file is larger than {} bytes; split it by language", limits.file_bytes);
                check.problems.error(None, ProblemKind::TooLarge, None, message);
                break;
            }
            Line::TooLong => {
                let message = format!(
                    "the line is longer than {} bytes; one line holds the suites of one task",
                    limits.line_bytes
                );
                check.problems.error(Some(lines.count), ProblemKind::LineTooLong, None, message);
            }
            Line::Bytes(line) => {
                if let Some(message) = record::other_format(&line).filter(|_| lines.count == 1) {
                    // Every further line would be refused for the same reason.
                    check.problems.error(Some(1), ProblemKind::NotUtf8, None, message.to_owned());
                    break;
                }
                check.line(lines.count, &line);
            }
        }
        if lines.count > limits.lines {
            let message = format!("there are more than {} lines; a task has one line", limits.lines);
            check.problems.error(None, ProblemKind::TooManyLines, None, message);
            break;
        }
    }
    Ok(check.finish(lines))
}

struct Check<'a> {
    tasks: &'a TaskIndex,
    limits: &'a IntakeLimits,
    looks_like_code: &'a dyn Fn(Language, &str) -> bool,
    problems: Problems,
    suites: Vec<CheckedSuite>,
    /// Line on which a task was first met.
    first_lines: HashMap<TaskKey, u64>,
    extraction: BTreeMap<Extraction, u64>,
    attempts: u32,
    suggestions: u64,
}

impl Check<'_> {
    fn line(&mut self, number: u64, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match record::read(line) {
            Ok(record) => self.record(number, record),
            Err(refused) => self.problems.error(Some(number), refused.kind, refused.task, refused.message),
        }
    }

    fn record(&mut self, number: u64, record: Record) {
        let shown: String = record.task.chars().take(200).collect();
        let Some((key, language)) = self.tasks.get(&record.task).cloned() else {
            let message = self.unknown(&shown);
            self.problems.error(Some(number), ProblemKind::UnknownTask, Some(shown), message);
            return;
        };
        if let Some(first) = self.first_lines.get(&key) {
            let message = format!("the task is already on line {first}; keep one of the two");
            self.problems.error(Some(number), ProblemKind::DuplicateTask, Some(shown), message);
            return;
        }
        self.first_lines.insert(key.clone(), number);
        if record.answers.len() > self.limits.suites_per_task {
            let message =
                format!("{} suites for one task; at most {} count", record.answers.len(), self.limits.suites_per_task);
            self.problems.error(Some(number), ProblemKind::TooManySuites, Some(shown), message);
            return;
        }
        if let Some(error) = record.model_error {
            let error: String = error.chars().take(200).collect();
            let message = format!("no answer, only an error (\"{error}\"); kept, ends as invalid suite");
            self.problems.warning(number, ProblemKind::ModelError, &shown, message);
            self.keep(key, Attempt(0), Extraction::Nothing, String::new());
            return;
        }
        for (index, answer) in record.answers.iter().enumerate() {
            let attempt = Attempt(index as u32);
            let (extraction, code) = self.code_of(record.format, language, answer);
            if code.len() > self.limits.suite_bytes {
                let message = format!("a suite of {} bytes; at most {} are run", code.len(), self.limits.suite_bytes);
                self.problems.error(Some(number), ProblemKind::SuiteTooLarge, Some(shown.clone()), message);
                return;
            }
            match extraction {
                Extraction::Nothing => {
                    let message = "no test code found in the answer; kept, ends as invalid suite".to_owned();
                    self.problems.warning(number, ProblemKind::NothingExtracted, &shown, message);
                }
                Extraction::Unclosed => {
                    let message =
                        "the last code block is never closed, so the answer was probably cut off; kept as it is"
                            .to_owned();
                    self.problems.warning(number, ProblemKind::Truncated, &shown, message);
                }
                Extraction::Fenced | Extraction::SeveralBlocks | Extraction::Verbatim => {}
            }
            self.keep(key.clone(), attempt, extraction, code);
        }
    }

    /// Extracted suites are taken as they are, unless the fences are still around them (the reference leaves them
    /// there when it finds nothing, Q-8). Fences further down may belong to the code, to a text that it tests.
    fn code_of(&self, format: UploadFormat, language: Language, answer: &str) -> (Extraction, String) {
        let mut fences = answer.lines().filter(|line| !line.trim().is_empty()).map(is_fence);
        let is_code = match (fences.next(), fences.any(|fence| fence)) {
            (Some(true), _) => false,
            (_, false) => true,
            (_, true) => (self.looks_like_code)(language, answer),
        };
        if format == UploadFormat::Processed && is_code {
            return if answer.trim().is_empty() {
                (Extraction::Nothing, String::new())
            } else {
                (Extraction::Verbatim, answer.to_owned())
            };
        }
        extract_suite(answer, language, self.looks_like_code)
    }

    fn keep(&mut self, key: TaskKey, attempt: Attempt, extraction: Extraction, code: String) {
        *self.extraction.entry(extraction).or_default() += 1;
        self.attempts = self.attempts.max(attempt.0 + 1);
        // An upload with an error is never stored, so its suites need no memory.
        if self.problems.errors_total > 0 {
            self.suites = Vec::new();
            return;
        }
        let sha256 = sha256(code.as_bytes());
        self.suites.push(CheckedSuite { key, attempt, code, sha256, extraction });
    }

    fn unknown(&mut self, id: &str) -> String {
        self.suggestions += 1;
        let nearest = if self.suggestions <= SUGGESTIONS { self.tasks.nearest(id) } else { None };
        match nearest {
            Some(known) => format!("not a task of this benchmark version; did you mean `{known}`?"),
            None => "not a task of this benchmark version; take ids from its task list".to_owned(),
        }
    }

    fn finish(mut self, lines: Lines<impl BufRead>) -> Checked {
        let suites: u64 = self.extraction.values().sum();
        if suites == 0 && self.problems.errors_total == 0 {
            let message = "there is no suite in the file; write one JSON object per line".to_owned();
            self.problems.error(None, ProblemKind::NoSuites, None, message);
        }
        let mut languages: BTreeMap<Language, (u64, u64)> = BTreeMap::new();
        let mut missing = Vec::new();
        let mut missing_total = 0;
        for (key, language) in self.tasks.iter() {
            let (covered, all) = languages.entry(*language).or_default();
            *all += 1;
            if self.first_lines.contains_key(key) {
                *covered += 1;
            } else {
                missing_total += 1;
                if missing.len() < self.limits.problems_kept {
                    missing.push(key.clone());
                }
            }
        }
        let (errors_total, warnings_total) = (self.problems.errors_total, self.problems.warnings_total);
        let (bytes, count) = (lines.bytes, lines.count);
        let digest = lines.digest();
        let report = UploadReport {
            sha256: digest.parse().unwrap_or_else(|error| unreachable!("a SHA-256 in hexadecimal: {error}")),
            bytes,
            lines: count,
            languages: languages.into_iter().map(|(language, (covered, all))| (language, covered, all)).collect(),
            suites,
            attempts: self.attempts,
            extraction: self.extraction.into_iter().collect(),
            missing,
            missing_total,
            problems: self.problems.into_list(),
            errors_total,
            warnings_total,
        };
        let suites = if errors_total == 0 { self.suites } else { Vec::new() };
        Checked { report, suites }
    }
}

fn is_fence(line: &str) -> bool {
    ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence))
}

fn sha256(bytes: &[u8]) -> Sha256 {
    hex::encode(sha2::Sha256::digest(bytes))
        .parse()
        .unwrap_or_else(|error| unreachable!("a SHA-256 in hexadecimal: {error}"))
}
