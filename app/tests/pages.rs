//! Pages rendered as the server renders them, over a fake back end.

mod analysis;
mod fake;

use std::collections::BTreeSet;
use std::sync::Arc;

use app::ports::TaskRequest;
use domain::{ContextMode, Language, Metric, Scope};
use fake::{Fake, get, get_with_cookie, viewer};

async fn page(path: &str) -> (u16, String) {
    get(Arc::new(Fake::default()), None, path).await
}

fn count(html: &str, part: &str) -> usize {
    html.matches(part).count()
}

fn has_nonce(tag: &str) -> bool {
    tag.split('>').next().is_some_and(|attributes| attributes.contains(" nonce=\""))
}

#[tokio::test]
async fn the_board_shows_every_entry_with_interval_and_source() {
    let (status, html) = page("/").await;
    assert_eq!(status, 200);
    assert!(html.contains("<title>XRepoTest leaderboard · Assay</title>"));
    assert!(html.contains("14 of 14 entries shown."));
    assert_eq!(count(&html, "class=\"model-name\""), 14);
    assert_eq!(count(&html, "class=\"whisker\""), 14);
    // Means over the five languages of the paper's table: 18.08 and 17.92.
    let (first, second) = (html.find("<b>18.08</b>").unwrap(), html.find("<b>17.92</b>").unwrap());
    assert!(first < second && html.find("GPT-5.2").unwrap() < html.find("Claude 4.5 Sonnet").unwrap());
    assert_eq!(count(&html, "aria-sort=\"descending\""), 1);
    // The paper has no mutation scores for Julia and PHP.
    assert!(html.contains("3 langs") && html.contains("no entry has it for Julia, PHP"));
    // GPT-5.2: the mean of 4.14, 19.62 and 6.29; and 648 of 3,642 tasks.
    assert!(html.contains("data-label=\"MS\"") && html.contains(">10.02<") && html.contains(">17.79<"));
    assert!(html.contains("popovertarget=\"def-tpr\"") && html.contains("id=\"def-tpr\""));
}

#[tokio::test]
async fn no_page_needs_a_style_attribute_or_a_script_of_its_own() {
    for path in [
        "/",
        "/?language=go",
        "/benchmarks",
        "/benchmarks/starter/tasks",
        "/tasks/go-cobra-0001",
        "/about",
        "/benchmarks/xrepotest/failure-modes",
        "/benchmarks/xrepotest/context",
        "/benchmarks/xrepotest/metrics",
        "/benchmarks/xrepotest/workflows",
        "/models/GPT-5.2",
        "/compare",
    ] {
        let (status, html) = page(path).await;
        assert_eq!(status, 200, "{path}");
        assert!(!html.contains(" style="), "{path}");
        // Leptos' own carry the nonce of the response.
        assert_eq!(
            count(&html, "<script"),
            html.split("<script").skip(1).filter(|tag| has_nonce(tag)).count(),
            "{path}"
        );
        assert!(!html.contains("href=\"javascript:"), "{path}");
        assert_eq!(count(&html, "<h1"), 1, "{path}");
        assert!(html.contains("<meta name=\"description\""), "{path}");
    }
}

#[tokio::test]
async fn the_url_decides_what_is_asked_for() {
    let fake = Arc::new(Fake::default());
    let path = "/benchmarks/xrepotest?language=go&context=file&metric=cov&sort=ir.go&q=gpt";
    let (status, html) = get(fake.clone(), None, path).await;
    assert_eq!(status, 200);
    let request = fake.board_requests.lock().unwrap()[0].clone();
    assert_eq!(
        (request.mode, request.metric, request.scope),
        (ContextMode::File, Metric::Cov, Scope::Language(Language::Go)),
    );
    assert!(html.contains("highest IR in Go first"));
    assert!(html.contains("value=\"gpt\"") && html.contains("Clear filters"));
    // The form keeps what it has no field for.
    for hidden in ["name=\"language\" value=\"go\"", "name=\"context\" value=\"file\"", "name=\"sort\" value=\"ir.go\""]
    {
        assert!(html.contains(&format!("<input type=\"hidden\" {hidden}")), "{hidden}");
    }
}

#[tokio::test]
async fn a_language_board_counts_tasks() {
    let (_, html) = page("/?language=go").await;
    // The paper: 182 of 706 Go tasks pass for GPT-5.2.
    assert!(html.contains("data-label=\"Passed\" class=\"num metric\">182"), "count of passes");
    assert!(html.contains("<span class=\"sub\">of 706</span>"));
    assert!(html.contains("given pass"));
}

#[tokio::test]
async fn an_unknown_parameter_is_named_and_nothing_breaks() {
    let (status, html) = page("/?language=%3Cb%3E&metric=wow").await;
    assert_eq!(status, 400);
    assert!(html.contains("unknown language `&lt;b"), "what was given is escaped");
    assert!(html.contains("unknown metric `wow`"));
    assert!(html.contains("14 of 14 entries shown."));
    let (status, html) = page("/benchmarks/starter/tasks?page=0").await;
    assert_eq!(status, 400);
    assert!(html.contains("`0` is not a number from 1 up"));
}

#[tokio::test]
async fn nothing_to_show_says_why() {
    let (status, html) = page("/?q=nobody").await;
    assert_eq!(status, 200);
    assert!(html.contains("No entry matches") && html.contains("0 of 14 entries shown."));
    let empty = Arc::new(Fake { empty: true, ..Fake::default() });
    let (status, html) = get(empty.clone(), None, "/").await;
    assert_eq!(status, 200);
    assert!(html.contains("No entry of XRepoTest has standard context yet."));
    assert!(get(empty, None, "/benchmarks").await.1.contains("No benchmarks yet"));
}

#[tokio::test]
async fn errors_have_their_status_and_a_way_on() {
    for path in ["/nowhere", "/benchmarks/nothing", "/benchmarks/No%20Slug", "/tasks/nothing", "/tasks/a%2Fb"] {
        let (status, html) = page(path).await;
        assert_eq!(status, 404, "{path}");
        assert!(html.contains("<h1>Not found</h1>") && html.contains("href=\"/\""), "{path}");
    }
    let broken = Arc::new(Fake { broken: true, ..Fake::default() });
    for path in ["/", "/benchmarks", "/benchmarks/starter/tasks", "/tasks/go-cobra-0001"] {
        let (status, html) = get(broken.clone(), None, path).await;
        assert_eq!(status, 500, "{path}");
        assert!(html.contains("Reference: 0123abcd"), "{path}");
    }
}

#[tokio::test]
async fn a_task_shows_its_source_limits_and_outcomes() {
    let (status, html) = page("/tasks/go-cobra-0001").await;
    assert_eq!(status, 200);
    assert!(html.contains("<title>stripFlags, task go-cobra-0001 · Assay</title>"));
    assert!(html.contains("args &amp; keeps &lt;operands"), "source is escaped");
    assert_eq!(count(&html, "class=\"line exec\""), 5);
    assert!(html.contains("id=\"L673\"") && html.contains("data-n=\"680\""));
    assert!(html.contains("<span class=\"tok-kw\">func</span>"));
    let limits = "build 60 s, run 45 s, 2 GiB memory, 512 MiB files, 2 cores, 256 processes, no network";
    assert!(html.contains(&format!("{limits}; wider for this repository")), "its repository needs longer");
    // Ten outcomes, of which one is a fault of ours and no attempt.
    assert!(html.contains("10 suites") && html.contains("1 of 9"));
    for word in ["Passed", "Compile error", "Out of memory", "Infra error"] {
        assert!(html.contains(word), "{word}");
    }
}

#[tokio::test]
async fn a_task_shows_its_prompt_in_every_mode_without_javascript() {
    let (_, html) = page("/tasks/go-cobra-0001").await;
    assert!(html.contains("Write unit tests for go-cobra-0001, mode standard."));
    assert!(html.contains("You write &lt;tests&gt;."), "a prompt is escaped");
    assert!(html.contains("href=\"/tasks/go-cobra-0001?context=rag_bm25#prompt\""));
    let (_, html) = page("/tasks/go-cobra-0001?context=rag_bm25").await;
    assert!(html.contains("mode rag_bm25.") && html.contains("Context by BM25: 10 pieces."));
    assert!(html.contains("12,345 characters, about 3,087 tokens"));
    assert!(html.contains("href=\"/benchmarks/starter/prompts/rag_bm25.jsonl.gz\""));
    let (status, html) = page("/tasks/go-cobra-0001?context=rag_dense").await;
    assert_eq!(status, 200);
    assert!(html.contains("the mode needs a model") && !html.contains("rag_dense.jsonl.gz"));
    assert_eq!(page("/tasks/go-cobra-0001?context=other").await.0, 400);
}

#[tokio::test]
async fn a_benchmark_says_what_it_is() {
    let (status, html) = page("/benchmarks/starter/about").await;
    assert_eq!(status, 200);
    for fact in [
        "5ca1ab1e5ca1ab1e",
        "Tasks by language and domain",
        "@misc{starter-",
        "How tasks were chosen",
        "1f0c1f0c",
        "href=\"/benchmarks/starter/prompts/lsp.jsonl.gz?language=go\"",
    ] {
        assert!(html.contains(fact), "{fact}");
    }
    let (status, html) = page("/benchmarks/xrepotest/about").await;
    assert_eq!(status, 200);
    assert!(!html.contains("/prompts/"), "its tasks are not here");
}

#[tokio::test]
async fn filters_and_order_of_the_task_list_are_in_the_address() {
    let fake = Arc::new(Fake::default());
    let address = "/benchmarks/starter/tasks?domain=testing&lines=16-30&difficulty=nobody&sort=hardest";
    let (_, html) = get(fake.clone(), None, address).await;
    let asked = TaskRequest {
        domain: Some(domain::RepositoryDomain::Testing),
        lines: Some((16, 30)),
        difficulty: Some(app::ports::DifficultyBand::Nobody),
        sort: app::ports::TaskSort::Hardest,
        ..TaskRequest::default()
    };
    assert_eq!(*fake.task_requests.lock().unwrap(), [asked]);
    assert!(html.contains("value=\"nobody\" selected") && html.contains("value=\"hardest\" selected"));
    assert!(html.contains("page=2") && html.contains("sort=hardest"), "paging keeps the rest");
    assert!(html.contains("nobody") && html.contains("(4 of 4)"));
}

#[tokio::test]
async fn the_task_list_is_filtered_and_in_pages() {
    let fake = Arc::new(Fake::default());
    let (_, html) =
        get(fake.clone(), None, "/benchmarks/starter/tasks?language=go&repository=cobra&q=find&page=3").await;
    let asked = TaskRequest {
        language: Some(Language::Go),
        repository: Some("cobra".to_owned()),
        search: "find".to_owned(),
        page: 2,
        ..TaskRequest::default()
    };
    assert_eq!(*fake.task_requests.lock().unwrap(), [asked]);
    // 129 functions are called Find…: the third page holds the last 29.
    assert!(html.contains("101 to 129 of 129 tasks"));
    assert_eq!(count(&html, "href=\"/tasks/"), 29);
    assert!(html.contains("rel=\"prev\"") && !html.contains("rel=\"next\""));
    assert!(html.contains("value=\"cobra\" selected"));
    let (status, html) = page("/benchmarks/starter/tasks?page=99").await;
    assert_eq!(status, 200);
    assert!(html.contains("This page is beyond the last one."));
}

#[tokio::test]
async fn the_header_knows_the_viewer() {
    let (_, html) = page("/about").await;
    assert!(html.contains("href=\"/sign-in\"") && !html.contains("action=\"/sign-out\""));
    let (_, html) = get(Arc::new(Fake::default()), Some(viewer()), "/about").await;
    assert!(html.contains("<form method=\"post\" action=\"/sign-out\">") && !html.contains("href=\"/sign-in\""));
    assert!(html.contains("Ada &lt;b&gt;Example"), "names are escaped");
}

#[tokio::test]
async fn the_cookie_chooses_the_theme() {
    let (_, html) = get_with_cookie(Arc::new(Fake::default()), None, "/about", "a=b; theme=dark").await;
    assert!(html.contains("<html lang=\"en\" data-theme=\"dark\">"));
    assert!(html.contains("id=\"theme-dark\" checked") && !html.contains("id=\"theme-auto\" checked"));
    let (_, html) = page("/about").await;
    assert!(html.contains("<html lang=\"en\">") && html.contains("id=\"theme-auto\" checked"));
}

#[tokio::test]
async fn every_link_leads_to_a_page() {
    let mut links = BTreeSet::new();
    for path in [
        "/",
        "/?language=go",
        "/benchmarks",
        "/benchmarks/starter/about",
        "/benchmarks/starter/tasks",
        "/tasks/go-cobra-0001",
        "/about",
        "/benchmarks/xrepotest/failure-modes",
        "/x",
    ] {
        let (_, html) = page(path).await;
        links.extend(html.split("href=\"/").skip(1).filter_map(|rest| Some(format!("/{}", rest.split('"').next()?))));
    }
    // Files are served beside the pages.
    links.retain(|link| {
        !link.starts_with("/pkg/")
            && !link.starts_with("/charts/")
            && !link.contains("/export/")
            && !link.contains("/prompts/")
            && link != "/feed.atom"
            && !link.starts_with("/favicon")
    });
    assert!(links.len() > 40, "{links:?}");
    for link in links {
        let (_, html) = page(&link.replace("&amp;", "&")).await;
        assert!(!html.contains("This page was not found"), "{link}");
    }
}

/// A page is read on one thread and written out on another; what it says of itself must survive that.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_page_keeps_its_description_and_address() {
    let fake = Arc::new(Fake { wanders: true, ..Fake::default() });
    let asked: Vec<_> = (0..64)
        .map(|i| {
            let fake = fake.clone();
            let path =
                ["/?language=go", "/benchmarks/xrepotest/context", "/models/GPT-5.2", "/tasks/go-cobra-0001"][i % 4];
            tokio::spawn(async move { (path, get(fake, None, path).await.1) })
        })
        .collect();
    for answer in asked {
        let (path, html) = answer.await.unwrap();
        assert!(html.contains("<title>") && html.contains("<meta name=\"description\""), "{path}");
        assert!(path.starts_with("/tasks") || html.contains("rel=\"canonical\""), "{path}");
    }
}
