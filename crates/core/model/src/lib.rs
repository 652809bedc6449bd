//! The words of debunk, free of I/O: programs, locations, actions, observations, traces,
//! edits with their location map, the places in a program that a relation may change, and
//! seeded randomness.
//!
//! Nothing in here knows a debugger, a protocol, a file or a clock. Every other crate speaks
//! in these types, which is why they are few.
//!
//! A test begins with a [`Program`] and its [`Sites`]; a session sends [`Action`]s, gets
//! [`Observation`]s and leaves a [`Trace`]; an [`Edit`] changes a program, and a [`SourceMap`] says
//! where each [`Location`] went.
//!
//! A [`Location`] is a line from 1 and a column in UTF-16 units from 0, here and in every file that
//! debunk writes. A [`SourceMap`] takes edits and answers where a location went and where it came
//! from; for debuggers that know lines only it maps lines. A pause shows the variables of its innermost frame folded,
//! as texts; an [`Expansion`] asks for the [`Value`] of one of them, a tree that is cut at a depth and a width. [`Sites`] also lists what is uncertain:
//! lines on which a variable may not hold a value yet, and is therefore not compared. [`Words`] are the
//! texts that relations insert, by language. [`Quirks`] is what a debugger does openly and by
//! design, [`Capabilities`] what it can be asked for, and [`Granularity`] how finely it knows places.

mod action;
mod capabilities;
mod edit;
mod engine;
mod granularity;
mod instrumented;
mod language;
mod observation;
mod optimisation;
mod parts;
mod program;
mod question;
mod quirks;
mod seed;
mod sites;
mod text;
mod trace;
mod value;
mod words;

pub use action::{Action, LOGPOINT_MESSAGE};
pub use capabilities::{Capabilities, Capability};
pub use edit::{Edit, EditError, LocationOrigin, SourceMap};
pub use engine::Engine;
pub use granularity::Granularity;
pub use instrumented::{
    ConstantFunction, InstrumentedProgram, LoggedFunction, LoggedStatement, NeutralityDoubt,
    StatementKind,
};
pub use language::Language;
pub use observation::{
    FRAMES_REPORTED_MAX, Frame, Observation, Outcome, Pause, Place, RETURNED, Scope, ScopeKind,
    VariableView, Variables,
};
pub use optimisation::OptimisationLevel;
pub use parts::{Part, PartRole, Parts, Removal};
pub use program::{Goal, Program};
pub use question::{Completion, Evaluation, EvaluationContext, Expansion, FrameOrder};
pub use quirks::Quirks;
pub use seed::{Seed, TestRng};
pub use sites::{
    BesideLines, Binding, Boundary, Declaration, DeclarationForm, DeclaredKind, ExpressionKinds,
    FunctionSite, InsertionSite, LiteralSite, LocalSite, NodeSpan, ScopeTable, Sites,
    StatementSite, UncertainLines, VariableInScope,
};
pub use text::{LineIndex, Location, Span};
pub use trace::{ActiveBreakpoint, Trace, TraceStep};
pub use value::{ACCESSOR, Contents, OPTIMISED_AWAY, Value, ValueChild, path_to};
pub use words::{ContainerCopies, CopyForm, ExpressionDialect, ExpressionWords, NEVER_TRUE, Words};
