//! BM25 as the reference computes it (`BM25Okapi`, k1 = 1.5, b = 0.75, ε = 0.25; xrepotest.md §7).

use std::collections::{BTreeMap, HashMap};

const K1: f64 = 1.5;
const B: f64 = 0.75;
const EPSILON: f64 = 0.25;

/// Documents to be searched; words are what white space separates, case counts.
pub struct Bm25 {
    vocabulary: HashMap<String, u32>,
    /// Per word: documents with the number of times it is in them.
    postings: Vec<Vec<(u32, u32)>>,
    /// Per document: its words, each once.
    words: Vec<Vec<u32>>,
    /// Per document: number of words.
    lengths: Vec<u32>,
}

impl Bm25 {
    /// Over `documents`, which are known by their place in this order afterwards.
    pub fn new<'d>(documents: impl IntoIterator<Item = &'d str>) -> Self {
        let mut index =
            Self { vocabulary: HashMap::new(), postings: Vec::new(), words: Vec::new(), lengths: Vec::new() };
        for (document, text) in (0_u32..).zip(documents) {
            let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
            let mut length = 0;
            for word in text.split_whitespace() {
                let known = index.vocabulary.get(word).copied();
                let id = known.unwrap_or_else(|| {
                    let id = index.postings.len() as u32;
                    index.vocabulary.insert(word.to_owned(), id);
                    index.postings.push(Vec::new());
                    id
                });
                *counts.entry(id).or_default() += 1;
                length += 1;
            }
            for (word, count) in &counts {
                index.postings[*word as usize].push((document, *count));
            }
            index.words.push(counts.into_keys().collect());
            index.lengths.push(length);
        }
        index
    }

    /// The score of every document for `query`, as if the documents `left_out` (ascending) were not there; those have
    /// 0. A word that the query repeats counts each time.
    pub fn scores(&self, query: &str, left_out: &[usize]) -> Vec<f64> {
        let mut scores = vec![0.0; self.lengths.len()];
        let is_out = |document: usize| left_out.binary_search(&document).is_ok();
        let documents = self.lengths.len() - left_out.len();
        if documents == 0 {
            return scores;
        }
        let mut missing: HashMap<u32, usize> = HashMap::new();
        for word in left_out.iter().flat_map(|document| &self.words[*document]) {
            *missing.entry(*word).or_default() += 1;
        }
        let having = |word: u32| self.postings[word as usize].len() - missing.get(&word).copied().unwrap_or(0);
        let idf = |having: usize| {
            let (all, having) = (documents as f64, having as f64);
            (all - having + 0.5).ln() - (having + 0.5).ln()
        };
        // The mean over all words with the negative ones as they are; words with equal numbers are added together.
        let mut words_having: BTreeMap<usize, u64> = BTreeMap::new();
        for word in 0..self.postings.len() as u32 {
            *words_having.entry(having(word)).or_default() += 1;
        }
        words_having.remove(&0);
        let words: u64 = words_having.values().sum();
        let sum: f64 = words_having.iter().map(|(having, words)| idf(*having) * *words as f64).sum();
        let floor = EPSILON * sum / words.max(1) as f64;

        let length: u64 = self
            .lengths
            .iter()
            .enumerate()
            .filter(|(document, _)| !is_out(*document))
            .map(|(_, length)| u64::from(*length))
            .sum();
        let mean_length = length as f64 / documents as f64;
        for word in query.split_whitespace().filter_map(|word| self.vocabulary.get(word)) {
            let weight = match idf(having(*word)) {
                weight if weight < 0.0 => floor,
                weight => weight,
            };
            for (document, count) in &self.postings[*word as usize] {
                let document = *document as usize;
                if !is_out(document) {
                    let count = f64::from(*count);
                    let relative = f64::from(self.lengths[document]) / mean_length;
                    scores[document] += weight * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * relative));
                }
            }
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::Bm25;

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
        }
    }

    /// The vector of xrepotest.md §7.
    #[test]
    fn the_scores_are_the_references() {
        let index = Bm25::new(["a b c", "a a d", "x y", "a z"]);
        near(&index.scores("a b b", &[]), &[1.6935, 0.2031, 0.0, 0.1663]);
    }

    #[test]
    fn leaving_out_is_not_being_there() {
        let all = Bm25::new(["a b c", "q b b b a", "a a d", "x y", "a z", "q"]);
        let without = all.scores("a b b", &[1, 5]);
        near(&without, &[1.6935, 0.0, 0.2031, 0.0, 0.1663, 0.0]);
    }

    #[test]
    fn nothing_is_no_fault() {
        assert!(Bm25::new([]).scores("a", &[]).is_empty());
        assert_eq!(Bm25::new(["a"]).scores("a", &[0]), [0.0]);
        assert_eq!(Bm25::new(["a", "b"]).scores("", &[]), [0.0, 0.0]);
    }
}
