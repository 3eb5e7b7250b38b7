//! Ranks with ties and intervals.

use crate::bootstrap::{Generator, RESAMPLES, percentile_interval, resampled_shares};

/// One language of an entry: a rate over `n` tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stratum {
    /// The rate in percent.
    pub percent: f64,
    pub n: u64,
}

/// An entry that takes part in a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Contestant {
    /// Names its random sequence; unique among the contestants.
    pub name: String,
    /// The languages that its mean is taken over; one for a language board.
    pub strata: Vec<Stratum>,
    /// Whether the metric is a share of tasks, so that tasks can be resampled. A mean such as coverage is not:
    /// its spread over tasks is not published, and it gets neither interval nor ties.
    pub is_share: bool,
}

/// Where an entry stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placing {
    /// Mean of the strata, in percent.
    pub percent: f64,
    /// 95 % interval in percent.
    pub interval: Option<(f64, f64)>,
    /// 1-based; entries that cannot be told apart share one.
    pub rank: u32,
    /// 95 % range of the place.
    pub low: u32,
    pub high: u32,
    /// Whether another entry has the same rank.
    pub tied: bool,
}

/// Places in the order of `contestants`; `None` for one without strata.
pub fn rank(contestants: &[Contestant]) -> Vec<Option<Placing>> {
    let entries: Vec<Entry> = contestants.iter().enumerate().filter_map(|(index, c)| Entry::new(index, c)).collect();
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| entries[b].percent.total_cmp(&entries[a].percent));

    let ranks = ranks(&entries, &order);
    let ranges = rank_ranges(&entries, &ranks);
    let mut placings = vec![None; contestants.len()];
    for (i, entry) in entries.iter().enumerate() {
        let rank = ranks[i];
        placings[entry.index] = Some(Placing {
            percent: entry.percent,
            interval: entry.draws.clone().map(percentile_interval),
            rank,
            low: ranges[i].0,
            high: ranges[i].1,
            tied: ranks.iter().filter(|&&other| other == rank).count() > 1,
        });
    }
    placings
}

struct Entry {
    index: usize,
    percent: f64,
    /// Resampled values in percent; `None` when tasks cannot be resampled.
    draws: Option<Vec<f64>>,
}

impl Entry {
    fn new(index: usize, contestant: &Contestant) -> Option<Self> {
        if contestant.strata.is_empty() {
            return None;
        }
        let count = contestant.strata.len() as f64;
        let percent = contestant.strata.iter().map(|s| s.percent).sum::<f64>() / count;
        let draws = contestant.is_share.then(|| {
            let mut generator = Generator::seeded(&contestant.name);
            let mut sums = vec![0.0; RESAMPLES];
            for stratum in &contestant.strata {
                let passing = (stratum.percent * stratum.n as f64 / 100.0).round() as u64;
                let shares = resampled_shares(passing, stratum.n, &mut generator);
                sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += 100.0 * share / count);
            }
            sums
        });
        Some(Self { index, percent, draws })
    }

    /// Whether the distance of `other` to this better one has a 95 % interval that reaches zero.
    fn cannot_be_told_from(&self, other: &Self) -> bool {
        match (&self.draws, &other.draws) {
            (Some(mine), Some(theirs)) => {
                let differences = mine.iter().zip(theirs).map(|(a, b)| a - b).collect();
                percentile_interval(differences).0 <= 0.0
            }
            _ => (self.percent - other.percent).abs() < 1e-9,
        }
    }
}

/// A group opens with its best entry, takes in all that cannot be told from it, and shares its place.
fn ranks(entries: &[Entry], order: &[usize]) -> Vec<u32> {
    let mut ranks = vec![0; entries.len()];
    let mut group: Option<(usize, u32)> = None;
    for (position, &i) in order.iter().enumerate() {
        let rank = match group {
            Some((first, rank)) if entries[first].cannot_be_told_from(&entries[i]) => rank,
            _ => {
                let rank = position as u32 + 1;
                group = Some((i, rank));
                rank
            }
        };
        ranks[i] = rank;
    }
    ranks
}

/// The 2.5 and 97.5 percentiles of the place over all resamples; the rank itself where nothing can be resampled.
fn rank_ranges(entries: &[Entry], ranks: &[u32]) -> Vec<(u32, u32)> {
    let draws: Option<Vec<&Vec<f64>>> = entries.iter().map(|entry| entry.draws.as_ref()).collect();
    let Some(draws) = draws else { return ranks.iter().map(|&rank| (rank, rank)).collect() };
    let mut places = vec![Vec::with_capacity(RESAMPLES); entries.len()];
    let mut sample = vec![0.0; entries.len()];
    for resample in 0..RESAMPLES {
        for (value, draw) in sample.iter_mut().zip(&draws) {
            *value = draw[resample];
        }
        let mut sorted = sample.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        for (place, &value) in places.iter_mut().zip(&sample) {
            place.push(1 + sorted.partition_point(|&other| other > value) as u32);
        }
    }
    places
        .into_iter()
        .map(|mut place| {
            place.sort_unstable();
            let at = |q: f64| place[((place.len() - 1) as f64 * q).round() as usize];
            (at(0.025), at(0.975))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contestant(name: &str, percents: &[f64]) -> Contestant {
        let sizes = [931, 684, 706, 675, 646];
        let strata = percents.iter().zip(sizes).map(|(&percent, n)| Stratum { percent, n }).collect();
        Contestant { name: name.to_owned(), strata, is_share: true }
    }

    /// TPR of table A.4 in the order Rust, Julia, Go, Ruby, PHP; intervals and ranks were computed
    /// independently in Python: 18.08 [16.8, 19.3], 17.92 [16.7, 19.2], 10.77 [9.8, 11.8], 10.18 [9.2, 11.2].
    #[test]
    fn published_leaders_share_the_first_rank() {
        let field = [
            contestant("DeepSeek V4-pro", &[6.66, 11.40, 13.88, 8.89, 13.00]),
            contestant("GPT-5.2", &[12.24, 16.52, 25.78, 25.78, 10.06]),
            contestant("Claude 4.5 Haiku", &[8.27, 12.57, 10.91, 4.30, 14.86]),
            contestant("Claude 4.5 Sonnet", &[12.78, 19.88, 23.65, 6.37, 26.93]),
        ];
        let placings: Vec<Placing> = rank(&field).into_iter().flatten().collect();
        let ranks: Vec<_> = placings.iter().map(|p| (p.rank, p.low, p.high, p.tied)).collect();
        assert_eq!(ranks, [(3, 3, 4, true), (1, 1, 2, true), (3, 3, 4, true), (1, 1, 2, true)]);
        for (placing, want, low, high) in [
            (placings[1], 18.08, 16.8, 19.3),
            (placings[3], 17.92, 16.7, 19.2),
            (placings[0], 10.77, 9.8, 11.8),
            (placings[2], 10.18, 9.2, 11.2),
        ] {
            let interval = placing.interval.unwrap();
            assert!((placing.percent - want).abs() < 0.006, "{placing:?}");
            assert!((interval.0 - low).abs() < 0.1 && (interval.1 - high).abs() < 0.1, "{placing:?}");
        }
    }

    #[test]
    fn an_interval_does_not_depend_on_the_other_entries() {
        // the reference shares one random sequence over all models.
        let alone = rank(&[contestant("a", &[12.0])])[0].unwrap().interval;
        let together = rank(&[contestant("b", &[3.0]), contestant("a", &[12.0])])[1].unwrap().interval;
        assert_eq!(alone, together);
    }

    #[test]
    fn equal_entries_tie_and_missing_ones_have_no_place() {
        let none = Contestant { name: "none".into(), strata: vec![], is_share: true };
        let placings = rank(&[contestant("a", &[50.0]), none, contestant("b", &[50.0])]);
        assert!(placings[1].is_none());
        assert_eq!(placings[0].unwrap().rank, 1);
        assert_eq!(placings[2].unwrap().rank, 1);
    }

    #[test]
    fn a_mean_has_no_interval_and_ties_only_when_equal() {
        let mut field = [contestant("a", &[20.0]), contestant("b", &[20.0]), contestant("c", &[19.9])];
        for contestant in &mut field {
            contestant.is_share = false;
        }
        let ranks: Vec<_> = rank(&field).into_iter().flatten().map(|p| (p.rank, p.interval)).collect();
        assert_eq!(ranks, [(1, None), (1, None), (3, None)]);
    }
}
