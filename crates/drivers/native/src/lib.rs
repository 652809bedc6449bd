//! Programs in C, C++, Python, Go and Rust: made ready to be debugged, and run without a debugger.
//!
//! A [`Builder`] compiles a program once, into a folder of its own whose place never shows; every
//! debugger of such languages is given what it [`Built`]. [`NativeRunner`] runs the same thing with
//! nobody watching.
//!
//! Each text is compiled once, and debuggers share the result. [`Masks`] hide the folder and all addresses
//! in every text. A [`Workplace`] sends a program's output into a file, so that no adapter can lose or mix
//! it. [`NativeRunner`] also says, by gcov or by a trace function, which lines did not run.

mod builder;
mod compilers;
mod coverage;
mod fixed;
mod outcome;
mod plain;
mod values;
mod workplace;

pub use builder::{BuildError, Builder, Built};
pub use compilers::Compilers;
pub use fixed::FixedSession;
pub use outcome::{EndedHow, outcome};
pub use plain::{FILE_SIZE_LIMIT_MIB, MEMORY_LIMIT_MIB, NativeRunner};
pub use values::Masks;
pub use workplace::{OUTPUT_VARIABLE, Workplace, end_all_with};
