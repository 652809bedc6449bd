//! Writes a contradiction as commands for the debugger's own command line.

use crate::contradiction::LevelContradiction;
use crate::trace::{LevelStep, LevelTrace};
use std::fmt::Write as _;

/// Whose commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// gdb's.
    Gdb,
    /// LLDB's.
    Lldb,
}

impl Dialect {
    /// The name of the file.
    pub fn file_name(self) -> &'static str {
        match self {
            Dialect::Gdb => "reproduce.gdb",
            Dialect::Lldb => "reproduce.lldb",
        }
    }

    /// The command that runs the file.
    pub fn command(self) -> &'static str {
        match self {
            Dialect::Gdb => "gdb -q --nx --batch -x reproduce.gdb ./program",
            Dialect::Lldb => "lldb --no-lldbinit --batch --source reproduce.lldb ./program",
        }
    }

    fn settings(self) -> &'static str {
        match self {
            Dialect::Gdb => {
                "set pagination off\nset width 0\nset confirm off\nset startup-with-shell off\n\
                 set debug-file-directory /nonexistent\nhandle all nostop noprint pass\n"
            }
            Dialect::Lldb => {
                "settings set symbols.enable-external-lookup false\n\
                 settings set stop-disassembly-display never\n"
            }
        }
    }

    fn begin(self) -> &'static str {
        match self {
            Dialect::Gdb => "tbreak main\nrun\n",
            Dialect::Lldb => {
                "breakpoint set --one-shot true --name main\nprocess launch --stdout /dev/null\n"
            }
        }
    }

    fn show(self) -> &'static str {
        match self {
            Dialect::Gdb => "backtrace\ninfo args\ninfo locals\nx/i $pc\nkill\n",
            Dialect::Lldb => {
                "thread backtrace\nframe variable\ndisassemble --pc --count 1\nprocess kill\n"
            }
        }
    }

    fn step(self, step: LevelStep, times: usize) -> String {
        match (self, step) {
            (Dialect::Gdb, LevelStep::Into) => format!("step {times}\n"),
            (Dialect::Gdb, LevelStep::Over) => format!("next {times}\n"),
            (Dialect::Gdb, LevelStep::Out | LevelStep::Leave) => "finish\n".repeat(times),
            (Dialect::Gdb, LevelStep::Instruction) => format!("stepi {times}\n"),
            (Dialect::Gdb, LevelStep::Continue) => "continue\n".repeat(times),
            (Dialect::Lldb, LevelStep::Into) => "thread step-in\n".repeat(times),
            (Dialect::Lldb, LevelStep::Over) => "thread step-over\n".repeat(times),
            (Dialect::Lldb, LevelStep::Out | LevelStep::Leave) => "thread step-out\n".repeat(times),
            (Dialect::Lldb, LevelStep::Instruction) => {
                format!("thread step-inst --count {times}\n")
            }
            (Dialect::Lldb, LevelStep::Continue) => "process continue\n".repeat(times),
        }
    }

    /// A line of explanation.
    fn say(self, text: &str) -> String {
        match self {
            Dialect::Gdb => format!("echo \\n== {text}\\n\n"),
            Dialect::Lldb => format!("script print(\"\\n== {text}\")\n"),
        }
    }
}

/// Commands that show both sides of a contradiction; `compile` builds the program.
pub fn script(
    dialect: Dialect,
    compile: &str,
    contradiction: &LevelContradiction,
    instructions: &LevelTrace,
    lines: &LevelTrace,
) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "# {}", debunk_base::visible(&contradiction.text));
    let _ = writeln!(text, "# make: {compile}");
    let _ = writeln!(text, "# play: {}", dialect.command());
    text.push_str(dialect.settings());
    if let Some(at) = contradiction.instruction_moment {
        text.push_str(&dialect.say("by instructions"));
        text.push_str(dialect.begin());
        play(&mut text, dialect, instructions, at);
        text.push_str(dialect.show());
    }
    if let Some(at) = contradiction.line_moment {
        text.push_str(&dialect.say("by lines"));
        text.push_str(dialect.begin());
        // The last step separately, so that its starting point is visible.
        let steps = at.saturating_sub(1);
        play(&mut text, dialect, lines, steps);
        let last = lines.moments.get(at).map_or(&lines.last, |moment| &moment.by);
        if at > 0 {
            text.push_str(&dialect.say("the step that contradicts"));
            last.iter().for_each(|step| text.push_str(&dialect.step(*step, 1)));
        }
        if at < lines.moments.len() {
            text.push_str(dialect.show());
        }
    }
    text
}

/// The commands that lead to a moment.
fn play(text: &mut String, dialect: Dialect, trace: &LevelTrace, to: usize) {
    let moments = trace.moments.iter().take(to + 1);
    let steps: Vec<LevelStep> = moments.flat_map(|moment| moment.by.iter().copied()).collect();
    for run in steps.chunk_by(|one, other| one == other) {
        text.push_str(&dialect.step(run[0], run.len()));
    }
}
