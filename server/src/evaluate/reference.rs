//! The results in the form of the reference's files, one folder per language.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use catalog::{Candidate, reference_record};
use domain::{Language, MutationRun, SlotResult, SlotWork, TaskWork};
use scoring::reference::{ReferenceSlot, read_detailed_results, reference_result, reference_summary};

/// Writes `<language>/detailed_results.jsonl` and `<language>/summary.json`, by the reference's own rules where they
/// differ from ours (`csr_ref` and the others).
pub(super) fn write(
    dir: &Path,
    work: &[TaskWork],
    result: &dyn Fn(&TaskWork, &SlotWork) -> Option<SlotResult>,
) -> anyhow::Result<()> {
    let mut lines: BTreeMap<Language, String> = BTreeMap::new();
    for work in work {
        let slots: Vec<ReferenceSlot> =
            work.slots.iter().map(|slot| reference_slot(slot, result(work, slot).as_ref())).collect();
        let class_signature = syntax::focal_functions(work.language, &work.file_text, &work.focal.path)
            .into_iter()
            .find(|found| found.focal.start_line == work.focal.start_line && found.focal.name == work.focal.name)
            .map(|found| found.class_signature)
            .unwrap_or_default();
        let candidate = Candidate { key: work.task_key.clone(), focal: work.focal.clone(), class_signature };
        let base = reference_record(&work.repository, &candidate, &work.file_text);
        let mutation = work.limits.mutants > 0;
        let record = reference_result(base, work.language, mutation, &slots);
        let text = lines.entry(work.language).or_default();
        text.push_str(&record.to_string());
        text.push('\n');
    }
    for (language, text) in lines {
        let dir = dir.join(language.as_str());
        std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let samples = read_detailed_results(&text).context("reading back what was just written (a defect)")?;
        let put = |name: &str, text: &str| {
            std::fs::write(dir.join(name), text).with_context(|| format!("cannot write {name} in {}", dir.display()))
        };
        put("summary.json", &reference_summary(&samples).to_json())?;
        put("detailed_results.jsonl", &text)?;
    }
    Ok(())
}

fn reference_slot(slot: &SlotWork, result: Option<&SlotResult>) -> ReferenceSlot {
    let test = slot.suite.clone();
    let Some(result) = result else {
        return ReferenceSlot {
            test,
            log: Some("Evaluation error: not evaluated".to_owned()),
            ..ReferenceSlot::default()
        };
    };
    let evidence = &result.evidence;
    let reference = evidence.reference.clone().unwrap_or_default();
    let ours = evidence.coverage.as_ref().map(|coverage| (coverage.covered.len() as u32, coverage.executable));
    ReferenceSlot {
        test,
        log: Some(evidence.log.clone()),
        compilation: reference.csr,
        tests: reference.tpr,
        invocation: reference.ir,
        // Its rule where we can follow it, otherwise the lines as they are counted here.
        coverage: reference.coverage.or(ours),
        mutation: evidence.mutation.as_ref().and_then(MutationRun::score),
    }
}
