//! All routes. Every one is rendered whole before the first byte is sent, so that it can still set its status.

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::SsrMode;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use crate::components::{NoSuchPage, SiteFooter, SiteHeader};
use crate::pages::{
    AboutPage, BenchmarkPage, BenchmarksPage, BoardPage, ComparePage, ContextPage, FailureModesPage, HomePage,
    MetricsPage, ModelPage, RegisterPage, SetupPage, SignInPage, SlotPage, StatusPage, SubmissionPage, SubmissionsPage,
    SubmitPage, TaskPage, TasksPage, WorkflowsPage,
};

/// The body of every page.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    view! {
        <Title formatter=document_title/>
        <Router>
            <SiteHeader/>
            <main id="main" class="frame">
                <Routes fallback=NoSuchPage>
                    <Route path=path!("/") view=HomePage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks") view=BenchmarksPage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks/:slug") view=BoardPage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks/:slug/about") view=BenchmarkPage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks/:slug/tasks") view=TasksPage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks/:slug/failure-modes") view=FailureModesPage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks/:slug/context") view=ContextPage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks/:slug/metrics") view=MetricsPage ssr=SsrMode::Async/>
                    <Route path=path!("/benchmarks/:slug/workflows") view=WorkflowsPage ssr=SsrMode::Async/>
                    <Route path=path!("/tasks/:key") view=TaskPage ssr=SsrMode::Async/>
                    <Route path=path!("/models/:name") view=ModelPage ssr=SsrMode::Async/>
                    <Route path=path!("/compare") view=ComparePage ssr=SsrMode::Async/>
                    <Route path=path!("/submit") view=SubmitPage ssr=SsrMode::Async/>
                    <Route path=path!("/submissions") view=SubmissionsPage ssr=SsrMode::Async/>
                    <Route path=path!("/submissions/:id") view=SubmissionPage ssr=SsrMode::Async/>
                    <Route path=path!("/submissions/:id/:task/:attempt") view=SlotPage ssr=SsrMode::Async/>
                    <Route path=path!("/register") view=RegisterPage ssr=SsrMode::Async/>
                    <Route path=path!("/sign-in") view=SignInPage ssr=SsrMode::Async/>
                    <Route path=path!("/setup/:token") view=SetupPage ssr=SsrMode::Async/>
                    <Route path=path!("/status") view=StatusPage ssr=SsrMode::Async/>
                    <Route path=path!("/about") view=AboutPage ssr=SsrMode::Async/>
                </Routes>
            </main>
            <SiteFooter/>
        </Router>
    }
}

/// The title of the document as HTML. leptos_meta writes titles into the page as they are, and some hold what visitors
/// typed, such as the name of a model. Islands never set a title, so this text is never taken for plain text.
fn document_title(page: String) -> String {
    if page.is_empty() {
        return "Assay".to_owned();
    }
    let escaped = page.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("{escaped} · Assay")
}

#[cfg(test)]
mod tests {
    use super::document_title;

    #[test]
    fn a_title_cannot_end_itself() {
        assert_eq!(document_title("</title><meta x> & co".to_owned()), "&lt;/title&gt;&lt;meta x&gt; &amp; co · Assay");
        assert_eq!(document_title(String::new()), "Assay");
    }
}
