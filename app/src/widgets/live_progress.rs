//! The progress of a submission. Drawn on the server; in the browser it renews itself while the run goes on.

use domain::{Language, Outcome, OutcomeFamily, SubmissionId, SubmissionState};
use leptos::prelude::*;

use crate::components::{Icon, IconName, OutcomeMark};
use crate::ports::{LanguageProgress, Progress};
use crate::view::words::{about, thousands};

/// Whether anything may still change.
fn is_moving(state: SubmissionState) -> bool {
    matches!(state, SubmissionState::Queued | SubmissionState::Running)
}

/// Figures, bars per language and outcome counts; without a script it shows the state at the time of loading.
#[island]
pub fn LiveProgress(submission: SubmissionId, initial: Progress) -> impl IntoView {
    let state_at_first = initial.state;
    let (progress, set_progress) = signal(initial);
    let (contact_lost, set_contact_lost) = signal(false);
    renew(submission, state_at_first, set_progress, set_contact_lost);
    let message = move || {
        if contact_lost.get() {
            "The connection was lost; trying again. The run itself goes on.".to_owned()
        } else {
            // Of a blocked submission the page itself says what comes next.
            progress.with(|p| p.stalled.clone().filter(|_| is_moving(p.state))).unwrap_or_default()
        }
    };
    view! {
        <div class="stack">
            // It must be there before it says something; without a message it takes no room.
            <div class=move || if message().is_empty() { "visually-hidden" } else { "alert alert-warn" } role="status">
                <Icon name=IconName::Warning/>
                <p>{message}</p>
            </div>
            {move || progress.with(figures)}
            <section class="section">
                <div class="section-head"><h2>"Progress by language"</h2><ul class="chart-key" role="list">{key()}</ul></div>
                {move || progress.with(|p| languages(&p.languages))}
            </section>
            <section class="section">
                <div class="section-head"><h2>"Outcomes"</h2><span class="note">{move || progress.with(|p| format!("{} suites", thousands(p.settled)))}</span></div>
                {move || progress.with(|p| outcomes(&p.languages))}
            </section>
        </div>
    }
}

/// In the browser: asks again every two seconds while the run goes on, less often when there is no answer;
/// when it starts and when it ends the page is loaded again, because its state, its scores and the list of suites are
/// drawn on the server.
#[cfg(feature = "hydrate")]
fn renew(
    submission: SubmissionId,
    at_first: SubmissionState,
    set_progress: WriteSignal<Progress>,
    set_contact_lost: WriteSignal<bool>,
) {
    if !is_moving(at_first) {
        return;
    }
    leptos::task::spawn_local(async move {
        let mut pause = 2_000;
        loop {
            gloo_timers::future::TimeoutFuture::new(pause).await;
            if let Ok(progress) = crate::api::get_progress(submission).await {
                let state = progress.state;
                pause = 2_000;
                if set_contact_lost.try_set(false).is_some() || set_progress.try_set(progress).is_some() {
                    return;
                }
                if state != at_first {
                    // Nothing is lost when the browser refuses: the figures above are already the last ones.
                    let _ = location().reload();
                    return;
                }
            } else {
                if set_contact_lost.try_set(true).is_some() {
                    return;
                }
                pause = (pause * 2).min(30_000);
            }
        }
    });
}

/// On the server there is nothing to renew.
#[cfg(not(feature = "hydrate"))]
fn renew(_: SubmissionId, _: SubmissionState, _: WriteSignal<Progress>, _: WriteSignal<bool>) {}

fn count(progress: &Progress, wanted: Outcome) -> u64 {
    progress
        .languages
        .iter()
        .flat_map(|language| &language.outcomes)
        .filter(|(outcome, _)| *outcome == wanted)
        .map(|(_, n)| n)
        .sum()
}

fn figures(progress: &Progress) -> impl IntoView + use<> {
    let share = (100 * progress.settled).checked_div(progress.slots).unwrap_or(0);
    let (time, remark) = match (progress.state, progress.seconds_left) {
        (SubmissionState::Evaluated | SubmissionState::Blocked, _) => ("done".to_owned(), "every suite is settled"),
        (_, Some(seconds)) => (about(seconds), "from the pace so far"),
        (_, None) => ("—".to_owned(), "known after the first suites"),
    };
    let queue = match (progress.state, progress.queue_position) {
        (SubmissionState::Checked, _) => "not queued".to_owned(),
        (SubmissionState::Evaluated | SubmissionState::Blocked, _) => "finished".to_owned(),
        (SubmissionState::Queued, 0) => "next".to_owned(),
        (SubmissionState::Running, 0) => "running".to_owned(),
        (_, ahead) => format!("{} before it", thousands(ahead)),
    };
    view! {
        <dl class="figures" aria-live="polite">
            <div><dt>"Suites finished"</dt><dd>{thousands(progress.settled)}" "<small>{format!("of {}", thousands(progress.slots))}</small></dd>
                <dd class="sub">{format!("{share} %")}</dd></div>
            <div><dt>{if is_moving(progress.state) { "Passed so far" } else { "Passed" }}</dt><dd>{thousands(count(progress, Outcome::Passed))}</dd>
                <dd class="sub">{format!("of {} finished", thousands(progress.settled))}</dd></div>
            <div><dt>"Time left"</dt><dd>{time}</dd><dd class="sub">{remark}</dd></div>
            <div><dt>"Queue"</dt><dd>{queue}</dd><dd class="sub">"one job per task"</dd></div>
            <div><dt>"Faults of ours"</dt><dd>{thousands(progress.faults)}</dd><dd class="sub">"retried, never scored"</dd></div>
        </dl>
    }
}

/// One outcome of each family stands for it in the key.
const FAMILIES: [(Outcome, &str); 5] = [
    (Outcome::Passed, "passed"),
    (Outcome::TestFailed, "failed or crashed"),
    (Outcome::CompileError, "did not build"),
    (Outcome::Timeout, "hit a limit"),
    (Outcome::InfraError, "fault of ours, retried"),
];

fn key() -> impl IntoView {
    FAMILIES.map(|(outcome, word)| view! { <li><OutcomeMark outcome word/></li> }).into_iter().collect_view()
}

const fn bar_class(family: OutcomeFamily) -> &'static str {
    match family {
        OutcomeFamily::Passed => "m-pass",
        OutcomeFamily::Failed => "m-fail",
        OutcomeFamily::NotBuilt => "m-build",
        OutcomeFamily::Limit => "m-limit",
        OutcomeFamily::Ours => "m-ours",
    }
}

fn languages(languages: &[LanguageProgress]) -> impl IntoView + use<> {
    let rows = languages.iter().map(language_row).collect_view();
    view! {
        <div class="table-scroll" role="region" aria-label="Progress by language" tabindex="0">
            <table class="table table-flush progress" role="table">
                <thead role="rowgroup"><tr role="row">
                    <th scope="col" role="columnheader">"Language"</th>
                    <th scope="col" role="columnheader" class="bar"><span class="visually-hidden">"Bar"</span></th>
                    <th scope="col" role="columnheader" class="num">"Suites"</th>
                    <th scope="col" role="columnheader" class="num">"Passed"</th>
                </tr></thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
}

fn language_row(language: &LanguageProgress) -> impl IntoView + use<> {
    let name = Language::name(language.language);
    let of = |family: OutcomeFamily| -> u64 {
        language.outcomes.iter().filter(|(outcome, _)| outcome.family() == family).map(|(_, n)| n).sum()
    };
    let settled: u64 = language.outcomes.iter().map(|(_, n)| n).sum();
    let scale = |n: u64| if language.slots == 0 { 0.0 } else { 100.0 * n as f64 / language.slots as f64 };
    let mut from = 0;
    let bars = OutcomeFamily::ALL
        .iter()
        .map(|&family| {
            let n = of(family);
            let bar = view! { <rect class=bar_class(family) x=format!("{:.3}", scale(from)) width=format!("{:.3}", scale(n)) height="10"/> };
            from += n;
            bar
        })
        .collect_view();
    let passed = of(OutcomeFamily::Passed);
    view! {
        <tr role="row">
            <th scope="row" role="rowheader">{name}</th>
            <td role="cell" class="bar">
                <svg class="meter" viewBox="0 0 100 10" preserveAspectRatio="none" role="img"
                    aria-label=format!("{name}: {settled} of {} suites finished, {passed} passed", language.slots)>
                    <rect class="track" width="100" height="10"/>
                    {bars}
                </svg>
            </td>
            <td role="cell" class="num">{format!("{} of {}", thousands(settled), thousands(language.slots))}</td>
            <td role="cell" class="num">{thousands(passed)}</td>
        </tr>
    }
}

fn outcomes(languages: &[LanguageProgress]) -> impl IntoView + use<> {
    let cells = Outcome::ALL
        .iter()
        .map(|&outcome| {
            let n: u64 =
                languages.iter().flat_map(|l| &l.outcomes).filter(|(o, _)| *o == outcome).map(|(_, n)| n).sum();
            let class = if n == 0 { "zero" } else { "" };
            view! { <div class=class><dt><OutcomeMark outcome word=outcome.name()/></dt><dd>{thousands(n)}</dd></div> }
        })
        .collect_view();
    view! { <dl class="outcome-grid">{cells}</dl> }
}
