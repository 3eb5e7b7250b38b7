//! An interval in a table cell.

use leptos::prelude::*;

use crate::view::axis::Axis;

/// An estimate with its interval, on an axis that the whole column shares. The cell says the same in figures.
#[component]
pub fn Whisker(estimate: f64, interval: Option<(f64, f64)>, axis: Axis) -> impl IntoView {
    let at = move |value: f64| axis.position(value);
    let ticks =
        axis.ticks().into_iter().map(|x| view! { <path class="tick" d=format!("M{x:.2} 2V14")></path> }).collect_view();
    let bar = interval.map(|(low, high)| {
        let (low, high) = (at(low), at(high));
        view! {
            <path class="bar" d=format!("M{low:.2} 8H{high:.2}")></path>
            <path class="cap" d=format!("M{low:.2} 4.5V11.5M{high:.2} 4.5V11.5")></path>
        }
    });
    view! {
        <svg class="whisker" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
            {ticks}
            <path class="track" d="M0 8H100"></path>
            {bar}
            <rect class="point" x=format!("{:.2}", at(estimate) - 0.9) y="3" width="1.8" height="10"></rect>
        </svg>
    }
}
