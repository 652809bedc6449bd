//! Findings: what was found, its class, its folder on disk, its report in Markdown and its
//! stand-alone reproduction.
//!
//! A violation that passed all guards becomes a [`Finding`]: two [`Side`]s, the [`Transformation`]
//! between them, and a verdict. Findings that are alike have one [`Class`]. [`wording()`] puts the
//! verdict into words, once for every output; [`markdown`] writes the report, [`reproduction`] a
//! script that needs only the debugger. Campaigns make findings; reductions, replays and reports
//! read them.
//!
//! A folder is written whole or not at all. By the recipe of the debugger the reproduction is
//! `reproduce.js`, `reproduce.py` (made of `reproduce.head.py`, one of `reproduce.bdb.py` and
//! `reproduce.dap.py`, and `reproduce.tail.py`) or `reproduce.gdb`.

mod finding;
mod folder;
mod gdb;
mod native;
mod report;
mod reproduce;
mod wording;

pub use finding::{Class, Finding, SCHEMA_VERSION, Side, Transformation};
pub use folder::{
    FindingError, REDUCED_FOLDER, folder_name, read, read_witness, witness_file, write,
    write_folder, write_reduced,
};
pub use report::{escape_markdown, markdown, numbered, trace_text};
pub use reproduce::{REPRODUCTIONS, reproduction, script};
pub use wording::{Mark, Wording, wording};
