//! What was found in an upload, drawn alike before (refused) and after (accepted) it is stored.

use domain::{Extraction, LineProblem, Severity, UploadReport};
use leptos::prelude::*;

use crate::view::words::{bytes, extraction_name, thousands};

/// How many problems are drawn.
const SHOWN: usize = 200;

/// How many of them before the reader asks for the others: what comes after must stay within reach.
const AT_ONCE: usize = 20;

/// The report as figures, coverage per language, extraction and problems by line.
#[component]
pub fn Report(report: UploadReport) -> impl IntoView {
    let covered: u64 = report.languages.iter().map(|(_, covered, _)| covered).sum();
    let tasks: u64 = report.languages.iter().map(|(_, _, all)| all).sum();
    let share = if tasks == 0 { 0.0 } else { 100.0 * covered as f64 / tasks as f64 };
    view! {
        <dl class="figures">
            <div><dt>"Tasks covered"</dt><dd>{thousands(covered)}" "<small>{format!("of {}", thousands(tasks))}</small></dd>
                <dd class="sub">{format!("{share:.1} %")}</dd></div>
            <div><dt>"Suites"</dt><dd>{thousands(report.suites)}</dd>
                <dd class="sub">{if report.attempts == 1 { "one per task".to_owned() } else { format!("up to {} per task", report.attempts) }}</dd></div>
            <div><dt>"Missing"</dt><dd>{thousands(report.missing_total)}</dd><dd class="sub">"count as failures"</dd></div>
            <div><dt>"Errors"</dt><dd>{thousands(report.errors_total)}</dd><dd class="sub">"each one blocks"</dd></div>
            <div><dt>"Warnings"</dt><dd>{thousands(report.warnings_total)}</dd><dd class="sub">"do not block"</dd></div>
            <div><dt>"File"</dt><dd>{bytes(report.bytes)}</dd><dd class="sub">{format!("{} lines", thousands(report.lines))}</dd></div>
        </dl>
        <Problems report=report.clone()/>
        <div class="split">
            <section class="section">
                <div class="section-head"><h2>"Tasks covered"</h2></div>
                <Coverage report=report.clone()/>
                <Missing report=report.clone()/>
            </section>
            <aside class="section">
                <div class="section-head"><h2>"Code found in answers"</h2></div>
                <Extractions report/>
            </aside>
        </div>
    }
}

#[component]
fn Coverage(report: UploadReport) -> impl IntoView {
    view! {
        <div class="table-scroll" role="region" aria-label="Tasks covered by language" tabindex="0">
            <table class="table table-flush progress" role="table">
                <thead role="rowgroup"><tr role="row">
                    <th scope="col" role="columnheader">"Language"</th>
                    <th scope="col" role="columnheader" class="bar"><span class="visually-hidden">"Bar"</span></th>
                    <th scope="col" role="columnheader" class="num">"Covered"</th>
                    <th scope="col" role="columnheader" class="num">"Missing"</th>
                </tr></thead>
                <tbody role="rowgroup">
                    {report.languages.into_iter().map(|(language, covered, all)| {
                        let width = if all == 0 { 0.0 } else { 100.0 * covered as f64 / all as f64 };
                        view! {
                            <tr role="row">
                                <th scope="row" role="rowheader">{language.name()}</th>
                                <td role="cell" class="bar">
                                    <svg class="meter" viewBox="0 0 100 10" preserveAspectRatio="none" role="img"
                                        aria-label=format!("{}: {covered} of {all} tasks covered", language.name())>
                                        <rect class="track" width="100" height="10"/>
                                        <rect class="m-accent" x="0" width=format!("{width:.3}") height="10"/>
                                    </svg>
                                </td>
                                <td role="cell" class="num">{format!("{} of {}", thousands(covered), thousands(all))}</td>
                                <td role="cell" class="num">{thousands(all.saturating_sub(covered))}</td>
                            </tr>
                        }
                    }).collect_view()}
                </tbody>
            </table>
        </div>
    }
}

#[component]
fn Missing(report: UploadReport) -> impl IntoView {
    (report.missing_total > 0).then(|| {
        let listed = report.missing.len() as u64;
        let keys: Vec<String> = report.missing.iter().map(ToString::to_string).collect();
        view! {
            <details class="disclosure">
                <summary>{format!("Missing, {}: count as failures", thousands(report.missing_total))}</summary>
                <p class="note mono wrap-any">{keys.join(", ")}</p>
                {(report.missing_total > listed).then(|| view! {
                    <p class="note">{format!("The first {} are listed.", thousands(listed))}</p>
                })}
            </details>
        }
    })
}

#[component]
fn Extractions(report: UploadReport) -> impl IntoView {
    let rows = report.extraction.into_iter().filter(|(_, count)| *count > 0).map(|(extraction, count)| {
        let remark = match extraction {
            Extraction::Unclosed | Extraction::Nothing => Some("warning"),
            _ => None,
        };
        view! {
            <tr role="row">
                <th scope="row" role="rowheader">{extraction_name(extraction)}{remark.map(|text| view! { <span class="sub">{text}</span> })}</th>
                <td role="cell" class="num">{thousands(count)}</td>
            </tr>
        }
    });
    view! {
        <table class="table table-flush" role="table">
            <thead role="rowgroup"><tr role="row">
                <th scope="col" role="columnheader">"Found"</th><th scope="col" role="columnheader" class="num">"Suites"</th>
            </tr></thead>
            <tbody role="rowgroup">{rows.collect_view()}</tbody>
        </table>
    }
}

#[component]
fn Problems(report: UploadReport) -> impl IntoView {
    let total = report.errors_total + report.warnings_total;
    let mut problems = report.problems;
    problems.truncate(SHOWN);
    let shown = problems.len();
    let further = problems.split_off(shown.min(AT_ONCE));
    (total > 0).then(|| {
        view! {
            <section class="section">
                <div class="section-head">
                    <h2>"Errors and warnings by line"</h2>
                    <span class="note">{format!("{} of {} shown", thousands(shown as u64), thousands(total))}</span>
                </div>
                <ProblemTable label="Errors and warnings by line" problems/>
                {(!further.is_empty()).then(|| view! {
                    <details class="disclosure">
                        <summary>{format!("The next {}", further.len())}</summary>
                        <ProblemTable label="Further errors and warnings by line" problems=further/>
                    </details>
                })}
            </section>
        }
    })
}

#[component]
fn ProblemTable(label: &'static str, problems: Vec<LineProblem>) -> impl IntoView {
    view! {
        <div class="table-scroll" role="region" aria-label=label tabindex="0">
            <table class="table table-flush table-cards" role="table">
                <thead role="rowgroup"><tr role="row">
                    <th scope="col" role="columnheader">"Line"</th>
                    <th scope="col" role="columnheader">"Task"</th>
                    <th scope="col" role="columnheader">"Level"</th>
                    <th scope="col" role="columnheader">"What is wrong and what to do"</th>
                </tr></thead>
                <tbody role="rowgroup">
                    {problems.into_iter().map(|problem| view! { <ProblemRow problem/> }).collect_view()}
                </tbody>
            </table>
        </div>
    }
}

#[component]
fn ProblemRow(problem: LineProblem) -> impl IntoView {
    let (class, word) = match problem.severity {
        Severity::Error => ("outcome o-fail", "Error"),
        Severity::Warning => ("outcome o-limit", "Warning"),
    };
    let task_class = if problem.task.is_some() { "" } else { "none" };
    view! {
        <tr role="row">
            <th scope="row" role="rowheader" data-label="Line">
                {problem.line.map_or_else(|| "whole file".to_owned(), thousands)}
            </th>
            <td role="cell" class=task_class data-label="Task">
                <span class="mono wrap-any">{problem.task.unwrap_or_else(|| "—".to_owned())}</span>
            </td>
            <td role="cell" data-label="Level"><span class=class>{word}</span></td>
            <td role="cell" class="cell-text wrap-any" data-label="Found">{problem.message}</td>
        </tr>
    }
}
