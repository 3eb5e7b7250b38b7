//! Several suites of one evaluation in one build, for languages in which building is what takes time.

use domain::{SlotWork, TaskWork};
use sandbox::protocol::RunRequest;

use super::Plan;

/// A planned suite that may be built together with others of its evaluation and repository.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    pub work: &'a TaskWork,
    pub slot: &'a SlotWork,
    /// Random for each member; every record that belongs to it carries it.
    pub nonce: &'a str,
    /// How it would be run alone.
    pub plan: &'a Plan,
}

/// Suites that share one build. Each is run in a process of its own, and none can tell that the others are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Builds, and runs no suite.
    pub request: RunRequest,
    /// Index of a member, and its plan with the steps that run it in the folder in which the batch was built: those of
    /// its own plan behind the build. Everything else in the plan is as it would be alone, the files among it.
    pub members: Vec<(usize, Plan)>,
}
