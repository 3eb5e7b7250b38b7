//! In which order mutants are preferred.

use std::collections::BTreeMap;

use domain::{FocalFunction, MutationOperator};

use super::places::Candidate;

/// Most mutants of one line as long as another line has none.
const FIRST_PER_LINE: usize = 2;

/// One of each operator in turn; of one operator the line that was taken least often so far; constants after all
/// others. What is still equal is settled by a hash, so that the beginning of a function is not preferred.
pub(super) fn by_preference(candidates: Vec<Candidate>, focal: &FocalFunction, start: usize) -> Vec<Candidate> {
    let seed = [&focal.qualified_name, &focal.path, &focal.source].iter().fold(OFFSET, |hash, text| hashed(hash, text));
    let mut ranked: Vec<(u64, Candidate)> =
        candidates.into_iter().map(|candidate| (rank(seed, &candidate, start), candidate)).collect();
    ranked.sort_by(|(a, left), (b, right)| (a, left.range.start).cmp(&(b, right.range.start)));
    let (constants, others): (Vec<_>, Vec<_>) =
        ranked.into_iter().partition(|(_, candidate)| candidate.operator == MutationOperator::Constant);
    let mut taken = BTreeMap::new();
    let mut ordered = Vec::new();
    for group in [others, constants] {
        take_in_turn(group.into_iter().map(|(_, candidate)| candidate), &mut taken, &mut ordered);
    }
    ordered
}

/// Candidates of one operator by line, each line's own in order of rank.
type Lines = BTreeMap<u32, std::collections::VecDeque<(usize, Candidate)>>;

fn take_in_turn(
    candidates: impl Iterator<Item = Candidate>,
    taken: &mut BTreeMap<u32, usize>,
    ordered: &mut Vec<Candidate>,
) {
    let mut operators: BTreeMap<MutationOperator, Lines> = BTreeMap::new();
    let mut untouched = std::collections::BTreeSet::new();
    for (rank, candidate) in candidates.enumerate() {
        if taken.get(&candidate.line).is_none_or(|count| *count == 0) {
            untouched.insert(candidate.line);
        }
        let lines = operators.entry(candidate.operator).or_default();
        lines.entry(candidate.line).or_default().push_back((rank, candidate));
    }
    while !operators.is_empty() {
        operators.retain(|_, lines| {
            let count = |line: &u32| taken.get(line).copied().unwrap_or_default();
            let best = lines.iter().min_by_key(|(line, queue)| (count(line), queue.front().map(|(rank, _)| *rank)));
            let Some(line) = best.map(|(line, _)| *line) else { return false };
            // Its turn is passed on while another line still waits for its first.
            if !untouched.is_empty() && count(&line) >= FIRST_PER_LINE {
                return true;
            }
            untouched.remove(&line);
            *taken.entry(line).or_default() += 1;
            let queue = lines.get_mut(&line);
            ordered.extend(queue.and_then(std::collections::VecDeque::pop_front).map(|(_, candidate)| candidate));
            lines.retain(|_, queue| !queue.is_empty());
            !lines.is_empty()
        });
    }
}

fn rank(seed: u64, candidate: &Candidate, start: usize) -> u64 {
    let position = format!("{}-{}", candidate.range.start - start, candidate.range.end - start);
    let hash = [candidate.operator.as_str(), &position, &candidate.replacement]
        .iter()
        .fold(seed, |hash, text| hashed(hash, text));
    // FNV alone leaves the high bits of short texts alike.
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ (hash >> 33)
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: the same on every machine and in every version, which the standard library's hash does not promise.
fn hashed(hash: u64, text: &str) -> u64 {
    // The byte 0xff occurs in no text, so it keeps neighbours apart.
    text.bytes().chain([0xff]).fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
