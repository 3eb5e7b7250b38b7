//! Which processors a container may use.

use std::fmt;

/// A range of processors of the engine's host. A container that stays on its own is not slowed down by its neighbours'
/// caches and queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cores {
    first: u32,
    last: u32,
}

impl fmt::Display for Cores {
    /// As the engine takes it: `2`, `0-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// One worker among those that divide the processors among themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Its place, from 0.
    pub worker: usize,
    /// How many there are.
    pub workers: usize,
}

impl Share {
    /// What this worker gets of so many processors: none of its own where there are fewer processors than workers, and
    /// nothing to divide where it is alone.
    pub fn of(self, cores: u32) -> Option<Cores> {
        let (worker, workers) = (u32::try_from(self.worker).ok()?, u32::try_from(self.workers).ok()?);
        if workers < 2 || worker >= workers || cores < workers {
            return None;
        }
        // In 64 bits, so that no product is too large; each bound is at most `cores` again.
        let bound = |place: u32| u32::try_from(u64::from(place) * u64::from(cores) / u64::from(workers)).ok();
        Some(Cores { first: bound(worker)?, last: bound(worker + 1)? - 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_every_processor_once() {
        for cores in 2..70 {
            for workers in 2..=cores {
                let mut next = 0;
                for worker in 0..workers {
                    let share = Share { worker: worker as usize, workers: workers as usize }.of(cores).unwrap();
                    assert_eq!(share.first, next, "{worker} of {workers} on {cores}");
                    assert!(share.last >= share.first);
                    next = share.last + 1;
                }
                assert_eq!(next, cores, "{workers} workers");
            }
        }
    }

    #[test]
    fn nobody_is_confined_where_there_is_nothing_to_divide() {
        for (worker, workers, cores) in [(0, 1, 8), (0, 0, 8), (0, 3, 2), (2, 2, 8), (0, 2, 0)] {
            assert_eq!(Share { worker, workers }.of(cores), None, "{worker} of {workers} on {cores}");
        }
    }

    #[test]
    fn ranges_are_written_as_the_engine_reads_them() {
        let text = |worker, workers, cores| Share { worker, workers }.of(cores).unwrap().to_string();
        assert_eq!([text(0, 2, 2), text(1, 2, 2), text(1, 2, 5), text(2, 3, 16)], ["0", "1", "2-4", "10-15"]);
    }
}
