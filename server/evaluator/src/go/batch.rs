//! Several suites in one binary: one compilation of their package with all that its focal functions need, one link.
//!
//! Nothing of a suite is renamed, so suites of the package itself share its names; external ones have a package each.

use std::collections::BTreeMap;

use domain::{FocalFunction, Mutant};
use sandbox::protocol::{Exit, RunRequest, StepReport};
use syntax::GoSharing;

use super::harness::{self, Listed, Secrets, part};
use super::package_clause::place;
use super::report::{Verdict, build_report};
use super::{
    BATCH, COMPILE, MAIN, Order, PROBE, SUITE, TESTS, base_name, driver_step, file, focal_file, import_path, mutants,
};
use crate::adapter::{Batch, Member, Plan};

/// Most suites in one binary.
pub(super) const SIZE: usize = 10;

/// A suite that can share a binary.
struct Candidate<'a> {
    /// Its place among the members.
    index: usize,
    member: &'a Member<'a>,
    import_path: String,
    external: bool,
    sharing: GoSharing,
}

/// What the driver is told of a batch: beside what it is told of a suite, where each member lies.
#[derive(serde::Serialize)]
struct BatchOrder<'a> {
    #[serde(flatten)]
    order: Order<'a>,
    members: Vec<MemberOrder>,
}

#[derive(serde::Serialize)]
struct MemberOrder {
    folder: String,
    external: bool,
}

pub(super) fn plan(members: &[Member<'_>]) -> Vec<Batch> {
    let mut batches: Vec<Vec<Candidate<'_>>> = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let Some(candidate) = candidate(index, member) else { continue };
        let fitting =
            batches.iter_mut().find(|batch| batch.len() < SIZE && batch.iter().all(|other| candidate.fits(other)));
        match fitting {
            Some(batch) => batch.push(candidate),
            None => batches.push(vec![candidate]),
        }
    }
    batches.iter().filter(|batch| batch.len() > 1).filter_map(|batch| batch_of(batch)).collect()
}

/// The suite as it may share a binary; `None` when it has to have its own.
fn candidate<'a>(index: usize, member: &'a Member<'a>) -> Option<Candidate<'a>> {
    // Each of its mutants would be built anew, in a folder that others still need.
    if !mutants::wanted(member.work).is_empty() && !mutants::are_built(member.plan) {
        return None;
    }
    let work = member.work;
    let import_path = import_path(&work.repository, &work.focal);
    let external = place(&member.slot.suite, &work.focal.package, &import_path).external;
    let suite = &member.plan.request.files.iter().find(|file| file.path == SUITE)?.text;
    let sharing = syntax::sharing_go(suite).ok()?;
    Some(Candidate { index, member, import_path, external, sharing })
}

impl Candidate<'_> {
    /// Whether each of the two finds with the other what it finds without it.
    fn fits(&self, other: &Self) -> bool {
        let (work, others) = (self.member.work, other.member.work);
        let one_file = work.focal.path == others.focal.path;
        self.import_path == other.import_path
            && work.repository == others.repository
            && work.limits == others.limits
            && self.sharing.loud == other.sharing.loud
            && !self.shows_names_to(other)
            && !other.shows_names_to(self)
            && (!one_file || work.file_text == others.file_text)
            && (self.shares_focal(other) || !one_file || !overlap(&work.focal, &others.focal))
    }

    /// Whether the other suite sees something that this one declares, whatever it means there.
    fn shows_names_to(&self, other: &Self) -> bool {
        !self.external && !self.sharing.declares.is_disjoint(&other.sharing.uses)
    }

    /// Whether both are about the same function with the same mutants, so that one instrumentation is enough.
    fn shares_focal(&self, other: &Self) -> bool {
        let (work, others) = (self.member.work, other.member.work);
        work.focal == others.focal
            && work.file_text == others.file_text
            && mutants::wanted(work) == mutants::wanted(others)
    }

    fn is_about(&self, focal: &FocalFunction) -> bool {
        self.member.work.focal == *focal
    }
}

const fn overlap(a: &FocalFunction, b: &FocalFunction) -> bool {
    a.start_line <= b.end_line && b.start_line <= a.end_line
}

/// A focal function of a batch, with the secrets of the first suite about it.
struct Focal<'a> {
    first: &'a Candidate<'a>,
    secrets: Secrets,
    mutants: Vec<&'a Mutant>,
}

fn batch_of(candidates: &[Candidate<'_>]) -> Option<Batch> {
    let first = candidates.first()?;
    let mut focals: Vec<Focal<'_>> = Vec::new();
    for candidate in candidates {
        if !focals.iter().any(|focal| candidate.is_about(&focal.first.member.work.focal)) {
            let secrets = Secrets::derive(candidate.member.nonce);
            focals.push(Focal { first: candidate, secrets, mutants: mutants::wanted(candidate.member.work) });
        }
    }
    let mut by_file: BTreeMap<&str, Vec<&Focal<'_>>> = BTreeMap::new();
    for focal in &focals {
        by_file.entry(&focal.first.member.work.focal.path).or_default().push(focal);
    }
    let (mut files, mut replaced, mut probes) = (Vec::new(), BTreeMap::new(), Vec::new());
    for (path, focals) in by_file {
        let weaves: Vec<_> = focals
            .iter()
            .map(|focal| mutants::weave(&focal.first.member.work.focal, &focal.secrets, &focal.mutants))
            .collect();
        let work = focals.first()?.first.member.work;
        let woven = syntax::weave_go(&work.file_text, &weaves).ok()?;
        probes.extend(focals.iter().map(|focal| &focal.secrets).zip(woven.probes));
        replaced.insert(base_name(path), focal_file(&work.focal));
        files.push(file(focal_file(&work.focal), woven.text));
    }
    files.push(file(PROBE, harness::probe(&first.member.work.focal.package, &probes)));
    files.push(file(MAIN, harness::main()));
    let mut orders = Vec::new();
    for (number, candidate) in candidates.iter().enumerate() {
        let focal = focals.iter().find(|focal| candidate.is_about(&focal.first.member.work.focal))?;
        let folder = format!("m{number}");
        files.extend(candidate.files(&folder, &focal.secrets)?);
        orders.push(MemberOrder { folder, external: candidate.external });
    }
    let nonce = nonce_of(first.member.nonce);
    let order = Order {
        nonce: &nonce,
        package: &first.import_path,
        external: false,
        probe: PROBE,
        replaced,
        plain: BTreeMap::new(),
        files: BTreeMap::new(),
        copies: Vec::new(),
    };
    let step = driver_step(COMPILE, BATCH, &BatchOrder { order, members: orders }, &first.member.work.limits).ok()?;
    // As of one of its members, because a suite can see the name of its folder.
    let id = first.member.plan.request.id.clone();
    let request = RunRequest { id, files, steps: vec![step], ..RunRequest::default() };
    let members = candidates.iter().map(|candidate| (candidate.index, without_build(candidate.member.plan))).collect();
    Some(Batch { request, members })
}

impl Candidate<'_> {
    /// Its text and its part of the main package.
    fn files(&self, folder: &str, focal: &Secrets) -> Option<[sandbox::protocol::InputFile; 2]> {
        let Member { work, nonce, plan, .. } = *self.member;
        let suite = plan.request.files.iter().find(|file| file.path == SUITE)?.text.clone();
        let suite_path =
            if self.external { format!("{folder}/{}_test", self.import_path) } else { self.import_path.clone() };
        let numbers: Vec<u16> = mutants::wanted(work).iter().map(|mutant| mutant.number).collect();
        let listed = Listed {
            import_path: &self.import_path,
            suite_path: &suite_path,
            nonce,
            secrets: &Secrets::derive(nonce),
            focal,
            mutants: &numbers,
            names: &plan.static_tests,
            examples: &syntax::examples_go(&suite),
        };
        let tests = harness::tests(&listed);
        Some([file(format!("{folder}/{SUITE}"), suite), file(format!("{folder}/{TESTS}"), tests)])
    }
}

/// The batch's own nonce, from that of its first member.
fn nonce_of(first: &str) -> String {
    part(first, "batch")
}

fn without_build(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.request.steps.retain(|step| step.name != COMPILE);
    plan
}

pub(super) fn read(batch: &Batch, members: &[Member<'_>], steps: &[StepReport]) -> Vec<StepReport> {
    let first = batch.members.first().map_or("", |(index, _)| members[*index].nonce);
    let step = steps.iter().find(|step| step.name == COMPILE);
    let built = step
        .filter(|step| step.stopped.is_none() && !step.out_of_memory && step.exit == Exit::Code(0))
        .and_then(|step| build_report(step, &nonce_of(first)))
        .filter(|report| report.verdict == Verdict::Ok)
        .map_or_else(Vec::new, |report| report.built);
    let reports = batch.members.iter().enumerate().filter_map(|(number, (index, _))| {
        let ok = serde_json::json!({ "nonce": members[*index].nonce, "verdict": "ok" });
        let report = if built.contains(&number) { ok.to_string() } else { String::new() };
        // What the tools said is of all members, and a suite that builds alone has nothing to say.
        Some(StepReport { report, log: String::new(), ..step?.clone() })
    });
    reports.collect()
}

#[cfg(test)]
#[path = "tests/batch.rs"]
mod tests;
