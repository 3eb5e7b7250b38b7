//! What the start-up has to say to whoever runs the site.

use std::sync::{Arc, PoisonError, RwLock};

/// Notes by topic; a topic is cleared when its matter is settled.
#[derive(Debug, Clone, Default)]
pub struct Notices(Arc<RwLock<Vec<(String, String)>>>);

impl Notices {
    /// Says something about a topic, in place of what was said before.
    pub fn set(&self, topic: &str, text: impl Into<String>) {
        let mut notices = self.0.write().unwrap_or_else(PoisonError::into_inner);
        notices.retain(|(known, _)| known != topic);
        notices.push((topic.to_owned(), text.into()));
    }

    /// Nothing is to be said any more.
    pub fn clear(&self, topic: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).retain(|(known, _)| known != topic);
    }

    /// All notes, oldest first.
    pub fn all(&self) -> Vec<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().map(|(_, text)| text.clone()).collect()
    }
}
