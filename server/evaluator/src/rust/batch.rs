//! Several suites of one crate in one binary. Each focal function answers to the number of its task, and each suite's
//! tests stand in modules that nobody else has.

use std::ops::Range;
use std::rc::Rc;

use domain::Mutant;
use sandbox::protocol::{RunRequest, StepReport};
use sha2::{Digest as _, Sha256};
use syntax::RustInstrumented;

use super::placement::{self, FocalFile, Names};
use super::{BATCH, COMPILE, FRAMEWORK, Select, compile, file, harness_name, instrumented, module_prefix, report};
use super::{mutants, run, run_id};
use crate::adapter::{Batch, Member, Plan};
use crate::judge::{BASELINE, CONTROL};

/// A member that can be built with others.
struct Candidate<'a> {
    index: usize,
    member: Member<'a>,
    file: Rc<FocalFile<'a>>,
    /// Bytes of its focal function.
    function: Range<usize>,
    mutants: Vec<Mutant>,
}

impl Candidate<'_> {
    /// Whether both are attempts at one task, so that they can share its counters and mutants.
    fn is_of_one_task(&self, other: &Self) -> bool {
        self.is_in_one_file(other) && self.function == other.function && self.mutants == other.mutants
    }

    fn is_in_one_file(&self, other: &Self) -> bool {
        self.member.work.focal.path == other.member.work.focal.path
    }

    /// Whether both can be in one binary.
    fn fits(&self, other: &Self) -> bool {
        let (work, others) = (self.member.work, other.member.work);
        let apart = self.function.end <= other.function.start || other.function.end <= self.function.start;
        let same_crate =
            work.repository == others.repository && work.image == others.image && work.limits == others.limits;
        same_crate
            && (!self.is_in_one_file(other)
                || work.file_text == others.file_text && (apart || self.is_of_one_task(other)))
    }
}

pub(super) fn plan(members: &[Member<'_>]) -> Vec<Batch> {
    let mut candidates: Vec<Candidate<'_>> = Vec::with_capacity(members.len());
    for (index, member) in members.iter().enumerate() {
        candidates.extend(candidate(index, *member, &candidates));
    }
    // What is in one file goes together: the fewer files are changed, the less is compiled again.
    candidates.sort_by_key(|candidate| {
        (candidate.member.work.focal.path.as_str(), candidate.function.start, candidate.index)
    });
    let mut groups: Vec<Vec<Candidate<'_>>> = Vec::new();
    for candidate in candidates {
        let open = |group: &&mut Vec<_>| group.len() < BATCH && group.iter().all(|other| candidate.fits(other));
        match groups.iter_mut().find(open) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    groups.into_iter().filter(|group| group.len() > 1).map(|group| batch(&group)).collect()
}

/// A member as a candidate, if it can share a build; what is known of those before it is not found out again.
fn candidate<'a>(index: usize, member: Member<'a>, before: &[Candidate<'a>]) -> Option<Candidate<'a>> {
    let work = member.work;
    let same_file = before.iter().find(|other| other.file.text == work.file_text);
    let file = same_file.map_or_else(|| Rc::new(FocalFile::new(&work.file_text)), |other| Rc::clone(&other.file));
    if !placement::can_share(&member.slot.suite, &file) {
        return None;
    }
    let same_task = before.iter().find(|other| std::ptr::eq(other.member.work, work));
    let function = match same_task {
        Some(other) => other.function.clone(),
        None => instrumented(work, "harness", 0)?.function,
    };
    Some(Candidate { index, member, file, function, mutants: mutants(work) })
}

/// One nonce for the build, which no suite can tell from its own.
fn nonce_of<'a>(members: impl Iterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    members.for_each(|nonce| hash.update(nonce.as_bytes()));
    hex::encode(&hash.finalize()[..16])
}

fn batch(group: &[Candidate<'_>]) -> Batch {
    let nonce = nonce_of(group.iter().map(|candidate| candidate.member.nonce));
    let harness = harness_name(&nonce);
    // The first candidate of each task and of each file.
    let mut tasks: Vec<&Candidate<'_>> = Vec::new();
    let mut sources: Vec<&Candidate<'_>> = Vec::new();
    for candidate in group {
        if tasks.iter().all(|known| !known.is_of_one_task(candidate)) {
            tasks.push(candidate);
        }
        if sources.iter().all(|known| !known.is_in_one_file(candidate)) {
            sources.push(candidate);
        }
    }
    let (mut files, mut source_list, mut suite_list, mut planned) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, source) in sources.iter().enumerate() {
        let name = format!("focal{number}.rs");
        source_list.push(serde_json::json!({ "path": source.member.work.focal.path, "file": name }));
        let inside = tasks.iter().zip(0..).filter(|(task, _)| task.is_in_one_file(source));
        let made = inside.filter_map(|(task, number)| instrumented(task.member.work, &harness, number)).collect();
        files.push(file(&name, woven(&source.member.work.file_text, made)));
    }
    for (number, candidate) in group.iter().enumerate() {
        let Member { work, slot, nonce, plan } = candidate.member;
        let prefix = module_prefix(nonce);
        // It was placed before, under other names; should it fail now, its part of the binary is empty.
        let placed = placement::place(&slot.suite, &candidate.file, Names { harness: &harness, prefix: &prefix });
        let name = format!("suite{number}.rs");
        let source = sources.iter().position(|source| source.is_in_one_file(candidate));
        suite_list.push(serde_json::json!({ "source": source, "file": name }));
        files.push(file(&name, placed.map_or_else(|_| String::new(), |placed| placed.text)));
        let task = tasks.iter().zip(0..).find(|(task, _)| task.is_of_one_task(candidate)).map_or(0, |(_, n)| n);
        let select = Select { task, tests: vec![prefix] };
        let mut plan = plan.clone();
        plan.request.steps.retain(|step| step.name != COMPILE);
        for step in &mut plan.request.steps {
            let mode = if step.name == CONTROL { "control" } else { "baseline" };
            let run = run(work, &step.name, nonce, mode, &select);
            (step.argv, step.stdin) = (run.argv, run.stdin);
        }
        planned.push((candidate.index, plan));
    }
    let work = group[0].member.work;
    let order = serde_json::json!({
        "nonce": nonce,
        "repository": work.repository.name.as_str(),
        "harness": harness,
        "sources": source_list,
        "suites": suite_list,
    });
    let request = RunRequest {
        id: run_id(&work.repository),
        files,
        steps: vec![compile(&work.limits, order.to_string())],
        keep: true,
        ..RunRequest::default()
    };
    Batch { request, members: planned }
}

/// A file with the insertions of several functions, none of which lies inside another.
fn woven(text: &str, made: Vec<RustInstrumented>) -> String {
    let mut insertions: Vec<_> = made.into_iter().flat_map(|made| made.insertions).collect();
    // Stable: what one function has at one place stays in its order.
    insertions.sort_by_key(|insertion| insertion.at);
    RustInstrumented { insertions, lines: Vec::new(), function: 0..0, left_out: Vec::new() }.text(text)
}

/// Which suite of its binary a plan runs.
pub(super) fn selected(plan: &Plan) -> Select {
    let baseline = plan.request.steps.iter().find(|step| step.name == BASELINE);
    let task = baseline.and_then(|step| step.stdin.split(' ').nth(1)?.parse().ok());
    let tests = baseline.map_or(&[][..], |step| step.argv.get(1 + FRAMEWORK.len()..).unwrap_or_default());
    Select { task: task.unwrap_or(super::ALONE), tests: tests.to_vec() }
}

/// The build, as each member alone would have reported it.
pub(super) fn read(batch: &Batch, members: &[Member<'_>], steps: &[StepReport]) -> Vec<StepReport> {
    let nonces = || batch.members.iter().map(|(index, _)| members[*index].nonce);
    let Some(step) = steps.iter().find(|step| step.name == COMPILE) else { return Vec::new() };
    let nonce = nonce_of(nonces());
    let is_built = report::read_together(step, &nonce);
    nonces()
        .enumerate()
        .map(|(number, nonce)| {
            let is_built = is_built.as_ref().is_some_and(|is_built| is_built(number));
            let report = if is_built { report::built(nonce) } else { String::new() };
            StepReport { report, log: String::new(), ..step.clone() }
        })
        .collect()
}

#[cfg(test)]
mod tests;
