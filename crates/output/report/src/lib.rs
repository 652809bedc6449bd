//! Reports of what a campaign or a comparison found: one HTML page that needs nothing else, SARIF
//! and JUnit XML.
//!
//! It touches no file: `debunk-results` reads a result folder, and everything here makes texts from
//! values. Whatever comes from a program is shown as text: it is escaped, and characters that
//! cannot be seen are shown as their numbers.
//!
//! [`Item::all`] turns findings and differences into one form, with both traces aligned (`align.rs`). [`html()`],
//! [`sarif()`] and [`junit()`] are pure functions from that to a text. The page's own style and script are in
//! `src/page/`, without a build step; data goes into it as escaped JSON and becomes visible as text nodes only.

mod align;
mod escape;
mod html;
mod item;
mod junit;
mod overview;
mod sarif;
mod side;
mod witness;

pub use html::{Page, html};
pub use item::Item;
pub use junit::junit;
pub use sarif::sarif;
