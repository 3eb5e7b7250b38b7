//! Who is looking.

use serde::{Deserialize, Serialize};

use crate::{Email, UserId};

text_enum! {
    /// What an account may do.
    Role, "role" {
        /// Uploads suites and sees its own submissions.
        Vendor = "vendor",
        /// Sees everything and moderates what the public sees.
        Maintainer = "maintainer",
    }
}

/// The signed-in account of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Viewer {
    pub id: UserId,
    pub email: Email,
    /// Name shown in public.
    pub name: String,
    pub role: Role,
}
