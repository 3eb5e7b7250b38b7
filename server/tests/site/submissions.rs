//! Who may see a submission, and what becomes of it.

use axum::http::{StatusCode, header};
use domain::{
    Attempt, Control, Evidence, LineCoverage, Metric, Outcome, Provenance, Scope, SlotResult, SubmissionId,
    SubmissionState,
};
use server::failures::{Names, classify_all};
use server::finisher::{finish_all, recompute_all};
use server::queue::DbQueue;

use evaluator::queue::WorkQueue as _;
use store::Finish;

use crate::support::{GO, Site, Visitor};

async fn queued(site: &Site, vendor: &mut Visitor) -> String {
    let line = serde_json::json!({ "task_id": GO[0], "response": "```go\npackage demo\n```" }).to_string();
    let address = vendor.upload(line).await.location().to_owned();
    vendor.post(&format!("{address}/queue"), "").await;
    assert_eq!(site.submissions().await, 1);
    address
}

/// Plays a worker: takes the next job and hands in a result.
async fn work(site: &Site, outcome: Outcome) {
    work_again(site, outcome, &[]).await;
}

/// The same for a suite that was run again and then ended so.
async fn work_again(site: &Site, outcome: Outcome, repeats: &[Outcome]) {
    let queue = DbQueue::new(site.store.clone());
    let claimed = queue.claim("test-worker").await.unwrap().unwrap();
    let passed = outcome == Outcome::Passed;
    let results: Vec<SlotResult> = claimed
        .work
        .slots
        .iter()
        .map(|slot| SlotResult {
            attempt: slot.attempt,
            outcome,
            reason: "as the test says".to_owned(),
            evidence: Evidence {
                invokes: true,
                compiles: true,
                coverage: Some(LineCoverage { executable: 1, covered: vec![2] }),
                control: if passed { Control::Noticed } else { Control::NotRun },
                repeats: repeats.to_vec(),
                ..Evidence::nothing()
            },
            millis: 7,
        })
        .collect();
    let provenance = Provenance {
        evaluator_version: "test".into(),
        runtime: "fake".into(),
        worker: "test-worker".into(),
        reused_from: None,
    };
    assert!(queue.complete(&claimed.lease, &results, &provenance).await.unwrap());
}

#[tokio::test]
async fn a_submission_is_its_owners_until_it_is_evaluated() {
    let site = Site::new().await;
    let mut owner = site.vendor("acme").await;
    let address = queued(&site, &mut owner).await;
    let addresses = [
        address.clone(),
        format!("{address}/{}/0", GO[0]),
        format!("{address}/report.json"),
        format!("{address}/outcomes.jsonl"),
        format!("/api{address}/progress"),
    ];
    let mut other = site.vendor("rival").await;
    let mut stranger = site.visitor();
    let mut maintainer = site.maintainer().await;
    for path in &addresses {
        assert_eq!(owner.get(path).await.status, StatusCode::OK, "{path}");
        assert_eq!(maintainer.get(path).await.status, StatusCode::OK, "{path}");
        for visitor in [&mut other, &mut stranger] {
            let answer = visitor.get(path).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
            assert!(!answer.body.contains("Model X"), "{path}");
        }
    }
    assert_eq!(other.post(&format!("{address}/queue"), "").await.status, StatusCode::NOT_FOUND);
    assert_eq!(stranger.post(&format!("{address}/queue"), "").await.status, StatusCode::UNAUTHORIZED);
    assert!(!other.get("/submissions").await.text().contains("Model X"));
    assert!(maintainer.get("/submissions").await.text().contains("Model X"));

    work(&site, Outcome::Passed).await;
    assert_eq!(finish_all(&site.store).await.unwrap(), 1);
    for path in &addresses {
        assert_eq!(stranger.get(path).await.status, StatusCode::OK, "{path}");
    }
    assert_eq!(other.post(&format!("{address}/queue"), "").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_submission_that_never_was_is_not_found() {
    let site = Site::new().await;
    let mut vendor = site.vendor("acme").await;
    for id in [SubmissionId::new().to_string(), "not-an-id".to_owned()] {
        for path in ["", "/report.json", "/outcomes.jsonl"] {
            assert_eq!(
                vendor.get(&format!("/submissions/{id}{path}")).await.status,
                StatusCode::NOT_FOUND,
                "{id}{path}"
            );
        }
        assert_eq!(vendor.post(&format!("/submissions/{id}/queue"), "").await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn changed_formulas_are_applied_to_what_is_stored() {
    let site = Site::new().await;
    let mut owner = site.vendor("acme").await;
    queued(&site, &mut owner).await;
    work(&site, Outcome::Passed).await;
    // As by an earlier version of the formulas, with another result.
    let [evaluation] = site.store.finishable().await.unwrap()[..] else { panic!("one evaluation is settled") };
    let figures = vec![(Scope::Micro, Metric::Tpr, 77.0, 5)];
    let old = Finish::Scored { figures, scoring_version: "0".to_owned() };
    site.store.finish_evaluation(evaluation, old).await.unwrap();

    assert_eq!(recompute_all(&site.store).await.unwrap(), 1);
    assert_eq!(recompute_all(&site.store).await.unwrap(), 0, "once is enough");
    let figures = site.store.figures(evaluation).await.unwrap();
    assert!(figures.contains(&(Scope::Micro, Metric::Tpr, 20.0, 5)), "{figures:?}");
}

#[tokio::test]
async fn what_a_suite_fails_at_is_found_and_shown() {
    let site = Site::new().await;
    let mut owner = site.vendor("acme").await;
    let address = queued(&site, &mut owner).await;
    work(&site, Outcome::Timeout).await;
    let mut names = Names::default();
    assert_eq!(classify_all(&site.store, &mut names).await.unwrap(), 1);
    assert_eq!(classify_all(&site.store, &mut names).await.unwrap(), 0, "once is enough");
    finish_all(&site.store).await.unwrap();

    let page = site.visitor().get(&format!("{address}/{}/0", GO[0])).await.text();
    assert!(page.contains("Timeout or resource limit") && page.contains("outcome.timeout"), "{page}");
    let slot = format!("{address}/{}/0", GO[0]);
    let chosen = site.visitor().get(&format!("{address}?failure=timeout_resource")).await;
    assert!(chosen.body.contains(&slot) && chosen.text().contains("1 suite matches"), "{}", chosen.text());
    let other = site.visitor().get(&format!("{address}?failure=logic_assertion")).await;
    assert!(!other.body.contains(&slot) && other.text().contains("No suite matches"), "{}", other.text());
    let unknown = site.visitor().get(&format!("{address}?failure=bad_luck")).await;
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST);
    let download = site.visitor().get(&format!("{address}/outcomes.jsonl")).await;
    let line: serde_json::Value = serde_json::from_str(download.body.lines().next().unwrap()).unwrap();
    assert_eq!(line["failure_mode"], "timeout_resource");

    // Other rules: everything is asked again.
    assert_eq!(site.store.forget_failures("other").await.unwrap(), 1);
    assert_eq!(classify_all(&site.store, &mut names).await.unwrap(), 1);
}

#[tokio::test]
async fn a_flaky_pass_is_shown_as_not_valid() {
    let site = Site::new().await;
    let mut owner = site.vendor("acme").await;
    let address = queued(&site, &mut owner).await;
    work_again(&site, Outcome::Passed, &[Outcome::Passed, Outcome::TestFailed]).await;
    finish_all(&site.store).await.unwrap();
    let page = site.visitor().get(&format!("{address}/{}/0", GO[0])).await.text();
    assert!(page.contains("Not a valid pass.") && page.contains("It is flaky"), "{page}");
    let entries = site.store.board_entries(&"starter".parse().unwrap(), domain::ContextMode::Standard).await.unwrap();
    let of =
        |metric| entries[0].figures.iter().find(|figure| (figure.0, figure.1) == (Scope::Micro, metric)).unwrap().2;
    assert_eq!((of(Metric::Tpr), of(Metric::ValidPass)), (20.0, 0.0));
}

#[tokio::test]
async fn after_the_run_the_entry_is_on_the_board() {
    let site = Site::new().await;
    let mut owner = site.vendor("acme").await;
    let address = queued(&site, &mut owner).await;
    let before: app::ports::Progress =
        serde_json::from_str(&owner.get(&format!("/api{address}/progress")).await.body).unwrap();
    assert_eq!((before.state, before.settled, before.slots), (SubmissionState::Queued, 0, 1));

    work(&site, Outcome::Passed).await;
    finish_all(&site.store).await.unwrap();
    assert_eq!(finish_all(&site.store).await.unwrap(), 0, "once is enough");

    let after: app::ports::Progress =
        serde_json::from_str(&owner.get(&format!("/api{address}/progress")).await.body).unwrap();
    assert_eq!((after.state, after.settled, after.seconds_left), (SubmissionState::Evaluated, 1, None));
    let entries = site.store.board_entries(&"starter".parse().unwrap(), domain::ContextMode::Standard).await.unwrap();
    let of = |scope| {
        entries[0]
            .figures
            .iter()
            .find(|(s, m, _, _)| *s == scope && *m == Metric::ValidPass)
            .map(|(_, _, p, n)| (*p, *n))
    };
    // One of the five tasks; the four that are missing count as failures (invariant 4).
    assert_eq!(of(Scope::Micro), Some((20.0, 5)));
    assert_eq!(of(Scope::Language(domain::Language::Ruby)), Some((0.0, 2)));
    let board = site.visitor().get("/benchmarks/starter").await.text();
    assert!(board.contains("Model X") && board.contains("Verified"), "{board}");

    // One of Go's three tasks passes and covers its one line; two repositories of other sizes.
    let page = site.visitor().get(&address).await.text();
    assert!(page.contains("Scores by repository") && page.contains("100.00 of 1"), "{page}");

    let download = site.visitor().get(&format!("{address}/outcomes.jsonl")).await;
    assert!(download.header(header::CONTENT_DISPOSITION).starts_with("attachment; filename=\"assay-"));
    let line: serde_json::Value = serde_json::from_str(download.body.lines().next().unwrap()).unwrap();
    assert_eq!((&line["task"], &line["outcome"]), (&GO[0].into(), &"passed".into()));
    assert_eq!(line["covered_lines"], serde_json::json!([2]));
}

#[tokio::test]
async fn a_fault_of_ours_is_never_scored() {
    let site = Site::new().await;
    let mut owner = site.vendor("acme").await;
    let address = queued(&site, &mut owner).await;
    let queue = DbQueue::new(site.store.clone());
    let later = store::Clock::new(|| domain::Timestamp::now().plus_seconds(3600));
    let patient = DbQueue::new(site.store.clone().with_clock(later));
    let fault = domain::HostFault::new("starting a container", "no space left on device");
    let mut tries = 0;
    while let Some(claimed) = patient.claim("test-worker").await.unwrap() {
        queue.fail(&claimed.lease, &fault).await.unwrap();
        tries += 1;
        assert!(tries <= 10, "given up some time");
    }
    assert!(tries > 1, "tried again first");
    finish_all(&site.store).await.unwrap();
    let progress: app::ports::Progress =
        serde_json::from_str(&owner.get(&format!("/api{address}/progress")).await.body).unwrap();
    assert_eq!(progress.state, SubmissionState::Blocked);
    assert!(progress.stalled.unwrap().contains("no space left on device"));
    assert!(!site.visitor().get("/benchmarks/starter").await.text().contains("Model X"));

    assert_eq!(site.store.retry_dead_jobs(None).await.unwrap(), 1);
    work(&site, Outcome::TestFailed).await;
    finish_all(&site.store).await.unwrap();
    assert!(site.visitor().get("/benchmarks/starter").await.text().contains("Model X"));
    let slot = site
        .store
        .slot(address.rsplit('/').next().unwrap().parse().unwrap(), &GO[0].parse().unwrap(), Attempt(0))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(slot.result.unwrap().outcome, Outcome::TestFailed);
}
