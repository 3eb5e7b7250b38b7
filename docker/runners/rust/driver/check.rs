//! `driver check`: which functions of a repository can take probes, and which of their mutants build. All of them are
//! in one text; what does not build is blanked, and the rest is tried again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::process::ExitCode;

use crate::build::{put, read_json};
use crate::json::Value;
use crate::layout::{crate_folder, link_tree, work_folder};
use crate::rustc::{Problem, Template, killed_by_limit, report};

/// More rounds than any real repository needs.
const MAX_ROUNDS: usize = 120;

/// What stands at the entry of every function in the first round. Where nothing complains, nothing is compiled.
const WRONG: &[u8] = b"let () = 1;";

/// One insertion, as the evaluator lists it in `pieces`: file, task, mutant (`-`: none, `e`: at the entry), first byte,
/// byte after it.
struct Piece {
    file: usize,
    task: usize,
    mutant: Option<usize>,
    entry: bool,
    start: usize,
    end: usize,
}

const NO_MUTANT: usize = usize::MAX;
const ENTRY: usize = NO_MUTANT - 1;

struct Work {
    repository: String,
    harness: String,
    /// Path in the repository and the text with every insertion.
    files: Vec<(String, Vec<u8>)>,
    pieces: Vec<Piece>,
    /// For each task its file and the bytes of its function in the text.
    tasks: Vec<(usize, usize, usize)>,
}

type Mutants = BTreeSet<(usize, usize)>;

pub fn check() -> ExitCode {
    let (nonce, result) = match read_json() {
        Ok(order) => (order.get("nonce").text().to_owned(), load(&order).and_then(|work| run(&work))),
        Err(error) => (String::new(), Err(error)),
    };
    let text = |text: &str| Value::Text(text.to_owned());
    let mut fields = BTreeMap::from([("nonce", text(&nonce))]);
    match result {
        Ok(Found::Limit(code)) => return ExitCode::from(code),
        Ok(Found::Judged { broken, invalid, rounds }) => {
            let number = |n: usize| Value::Number(n as f64);
            let task = |n: usize| ("task".to_owned(), number(n));
            let message = |said: String| ("message".to_owned(), Value::Text(said));
            let broken = broken.into_iter().map(|(n, said)| Value::Map(BTreeMap::from([task(n), message(said)])));
            let invalid = invalid.into_iter().map(|((n, mutant), said)| {
                Value::Map(BTreeMap::from([task(n), ("mutant".to_owned(), number(mutant)), message(said)]))
            });
            fields.insert("verdict", text("ok"));
            fields.insert("broken", Value::List(broken.collect()));
            fields.insert("invalid", Value::List(invalid.collect()));
            fields.insert("rounds", number(rounds));
        }
        Err(error) => {
            fields.insert("verdict", text("ours"));
            fields.insert("message", text(&error.to_string()));
        }
    }
    match report(fields) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("driver: report: {error}");
            ExitCode::from(70)
        }
    }
}

fn load(order: &Value) -> io::Result<Work> {
    let files = order.get("files").list().iter().enumerate();
    let files = files.map(|(i, path)| Ok((path.text().to_owned(), fs::read(format!("file{i}.rs"))?)));
    let lines = |name: &str| -> io::Result<Vec<Vec<usize>>> {
        let text = fs::read_to_string(name)?;
        let number = |word: &str| if word == "e" { ENTRY } else { word.parse().unwrap_or(NO_MUTANT) };
        Ok(text.lines().map(|line| line.split(' ').map(number).collect()).collect())
    };
    let short = || io::Error::other("a line of the lists is too short");
    let pieces = lines("pieces")?.into_iter().map(|line| match line.as_slice() {
        [file, task, mutant, start, end] => Ok(Piece {
            file: *file,
            task: *task,
            mutant: Some(*mutant).filter(|mutant| *mutant < ENTRY),
            entry: *mutant == ENTRY,
            start: *start,
            end: *end,
        }),
        _ => Err(short()),
    });
    let tasks = lines("tasks")?.into_iter().map(|line| match line.as_slice() {
        [file, start, end] => Ok((*file, *start, *end)),
        _ => Err(short()),
    });
    Ok(Work {
        repository: order.get("repository").text().to_owned(),
        harness: order.get("harness").text().to_owned(),
        files: files.collect::<io::Result<_>>()?,
        pieces: pieces.collect::<io::Result<_>>()?,
        tasks: tasks.collect::<io::Result<_>>()?,
    })
}

enum Found {
    Limit(u8),
    Judged { broken: BTreeMap<usize, String>, invalid: BTreeMap<(usize, usize), String>, rounds: usize },
}

struct Rounds<'w> {
    work: &'w Work,
    template: Template,
    broken: BTreeMap<usize, String>,
    invalid: BTreeMap<(usize, usize), String>,
    count: usize,
}

fn run(work: &Work) -> io::Result<Found> {
    let folder = work_folder(&work.repository);
    link_tree(&crate_folder(&work.repository).join("warm/src"), &folder.join("src"))?;
    let template = Template::load(&work.repository)?;
    let mut rounds = Rounds { work, template, broken: BTreeMap::new(), invalid: BTreeMap::new(), count: 0 };
    match rounds.all() {
        Ok(()) => Ok(Found::Judged { broken: rounds.broken, invalid: rounds.invalid, rounds: rounds.count }),
        Err(Stop::Limit(code)) => Ok(Found::Limit(code)),
        Err(Stop::Error(error)) => Err(error),
    }
}

enum Stop {
    Limit(u8),
    Error(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Error(error)
    }
}

impl Rounds<'_> {
    fn all(&mut self) -> Result<(), Stop> {
        // A function that is compiled only under other features would pass every later question.
        let compiled: BTreeSet<usize> = self.compile_with(&Mutants::new(), true)?.iter().filter_map(|p| self.task_of(p)).collect();
        for task in (0..self.work.tasks.len()).filter(|task| !compiled.contains(task)) {
            self.broken.insert(task, "it is not part of the build with these features".to_owned());
        }
        // Then the probes alone, so that what is left to blame afterwards are mutants.
        loop {
            let problems = self.compile(&Mutants::new())?;
            if problems.is_empty() {
                break;
            }
            let before = self.broken.len();
            for problem in &problems {
                if let Some(task) = self.task_of(problem) {
                    self.broken.entry(task).or_insert_with(|| problem.message.clone());
                }
            }
            if self.broken.len() == before {
                let first = &problems[0];
                return Err(io::Error::other(format!("it does not build without a suite: {}", first.message)).into());
            }
        }
        // All mutants at once; those of functions whose problems name no mutant wait.
        let mut asked: Mutants = self.work.pieces.iter().filter_map(|p| Some((p.task, p.mutant?))).collect();
        asked.retain(|(task, _)| !self.broken.contains_key(task));
        let mut waiting = Mutants::new();
        self.settle(&mut asked, &mut waiting)?;
        // One of each function at a time, on top of what is known to build.
        while !waiting.is_empty() {
            let mut one: BTreeMap<usize, usize> = BTreeMap::new();
            for (task, mutant) in &waiting {
                one.entry(*task).or_insert(*mutant);
            }
            for (task, mutant) in one {
                waiting.remove(&(task, mutant));
                asked.insert((task, mutant));
            }
            let candidates = asked.clone();
            let mut unclear = Mutants::new();
            self.settle(&mut asked, &mut unclear)?;
            // Those that were settled before come back; the one that made it unclear does not.
            let guilty = unclear.iter().filter(|m| candidates.iter().rfind(|c| c.0 == m.0) == Some(m)).copied();
            for mutant in guilty.collect::<Vec<_>>() {
                unclear.remove(&mutant);
                self.invalid.entry(mutant).or_insert_with(|| "it does not build together with its function".to_owned());
            }
            asked.extend(unclear);
        }
        Ok(())
    }

    /// Compiles until what is asked builds. Mutants that are named by a problem are invalid; all mutants of functions
    /// whose problem names none are moved to `unclear`.
    fn settle(&mut self, asked: &mut Mutants, unclear: &mut Mutants) -> Result<(), Stop> {
        loop {
            let problems = self.compile(asked)?;
            if problems.is_empty() {
                return Ok(());
            }
            let before = asked.len();
            let mut suspects = BTreeSet::new();
            for problem in &problems {
                match self.mutant_of(problem, asked) {
                    Some(mutant) => {
                        self.invalid.entry(mutant).or_insert_with(|| problem.message.clone());
                        asked.remove(&mutant);
                    }
                    None => suspects.extend(self.task_of(problem)),
                }
            }
            // Further problems of a function may follow from a mutant that has just been found.
            if asked.len() == before {
                for task in suspects {
                    let of_task: Vec<_> = asked.iter().filter(|m| m.0 == task).copied().collect();
                    for mutant in of_task {
                        asked.remove(&mutant);
                        unclear.insert(mutant);
                    }
                }
            }
            if asked.len() == before {
                return Err(io::Error::other(format!("no function can be blamed for: {}", problems[0].message)).into());
            }
        }
    }

    /// The problems when these mutants are in the text.
    fn compile(&mut self, asked: &Mutants) -> Result<Vec<Problem>, Stop> {
        self.compile_with(asked, false)
    }

    fn compile_with(&mut self, asked: &Mutants, wrong: bool) -> Result<Vec<Problem>, Stop> {
        self.count += 1;
        if self.count > MAX_ROUNDS {
            return Err(io::Error::other("too many rounds").into());
        }
        let folder = work_folder(&self.work.repository);
        let mut texts: Vec<Vec<u8>> = self.work.files.iter().map(|(_, text)| text.clone()).collect();
        for piece in &self.work.pieces {
            let stays = !self.broken.contains_key(&piece.task)
                && piece.mutant.is_none_or(|mutant| asked.contains(&(piece.task, mutant)));
            if !stays {
                // Insertions have no line breaks, so nothing moves.
                texts[piece.file][piece.start..piece.end].fill(b' ');
            } else if wrong && piece.entry {
                let place = &mut texts[piece.file][piece.start..piece.end];
                place.fill(b' ');
                place[..WRONG.len()].copy_from_slice(WRONG);
            }
        }
        for ((path, _), text) in self.work.files.iter().zip(&texts) {
            put(&folder.join(path), text)?;
        }
        let more = ["--emit=metadata", "-o", "checked", "-C", "incremental=checked-inc"];
        let compiled = self.template.compile(&folder, &self.work.harness, &more, &mut io::sink())?;
        if let Some(code) = killed_by_limit(compiled.status) {
            return Err(Stop::Limit(code));
        }
        if !compiled.status.success() && compiled.problems.is_empty() {
            return Err(io::Error::other(format!("the compiler ended with {}", compiled.status)).into());
        }
        Ok(if compiled.status.success() { Vec::new() } else { compiled.problems })
    }

    fn file(&self, path: &str) -> Option<usize> {
        self.work.files.iter().position(|(own, _)| own == path)
    }

    /// The mutant whose text holds a span of the problem, the primary one first.
    fn mutant_of(&self, problem: &Problem, asked: &Mutants) -> Option<(usize, usize)> {
        problem.spans.iter().find_map(|span| {
            let file = self.file(&span.file)?;
            self.work.pieces.iter().find_map(|piece| {
                let mutant = (piece.task, piece.mutant?);
                let inside = piece.file == file && piece.start <= span.start && span.end <= piece.end;
                (inside && asked.contains(&mutant)).then_some(mutant)
            })
        })
    }

    fn task_of(&self, problem: &Problem) -> Option<usize> {
        problem.spans.iter().find_map(|span| {
            let file = self.file(&span.file)?;
            self.work.tasks.iter().enumerate().find_map(|(n, (own, start, end))| {
                let inside = *own == file && *start <= span.start && span.end <= *end;
                (inside && !self.broken.contains_key(&n)).then_some(n)
            })
        })
    }
}
