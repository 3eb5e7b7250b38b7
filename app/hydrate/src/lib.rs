#![doc = include_str!("../README.md")]

// Nothing below names an island, so without this line the linker would drop the crate and every island with it, silently.
use app as _;

/// Wakes the islands of the page.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_islands();
}
