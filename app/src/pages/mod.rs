//! One file per route. Pages are rendered on the server only; what moves in the browser is in `widgets`.

pub mod about;
pub mod benchmarks;
pub mod board;
pub mod form;
pub mod home;
pub mod register;
pub mod report;
pub mod setup;
pub mod sign_in;
pub mod slot;
pub mod slots;
pub mod status;
pub mod submission;
pub mod submissions;
pub mod submit;
pub mod task;
pub mod tasks;

pub use about::AboutPage;
pub use benchmarks::BenchmarksPage;
pub use board::BoardPage;
pub use home::HomePage;
pub use register::RegisterPage;
pub use setup::SetupPage;
pub use sign_in::SignInPage;
pub use slot::SlotPage;
pub use status::StatusPage;
pub use submission::SubmissionPage;
pub use submissions::SubmissionsPage;
pub use submit::SubmitPage;
pub use task::TaskPage;
pub use tasks::TasksPage;
