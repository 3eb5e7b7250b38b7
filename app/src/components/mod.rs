//! Static pieces of pages. They compile for the browser too, so that islands can draw with them.

pub mod alert;
pub mod badge;
pub mod chart;
pub mod code;
pub mod crumbs;
pub mod definition;
pub mod facts;
pub mod icon;
#[cfg(feature = "ssr")]
pub mod layout;
#[cfg(feature = "ssr")]
pub mod load;
pub mod mutants;
pub mod outcome;
pub mod pagination;
pub mod segmented;
pub mod sort;
pub mod whisker;

pub use alert::{Alert, AlertKind, Empty, Problems};
pub use badge::{OpenWeightsBadge, RoleBadge, SourceBadge, StateBadge};
pub use chart::{ChartFigure, ChartSection};
pub use code::{CodeBlock, Gutter, GutterKey};
pub use crumbs::Crumbs;
pub use definition::{DefinitionButton, Definitions};
pub use facts::fact;
pub use icon::{Icon, IconName};
pub use mutants::MutantTable;
pub use outcome::OutcomeMark;
pub use pagination::Pagination;
pub use segmented::{Choice, Segmented, Tabs};
pub use sort::{SortLink, SortOrder};
pub use whisker::Whisker;

#[cfg(feature = "ssr")]
pub use {
    layout::{SiteFooter, SiteHeader},
    load::{ErrorPage, NoSuchPage, load},
};
