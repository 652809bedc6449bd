//! How the places that two debuggers report relate to each other, to the request and to what
//! happened before.

use crate::places::Places;
use crate::spots::Spot;
use debunk_model::{Goal, Location, Observation, Span, Trace};
use serde::{Deserialize, Serialize};

/// One debugger at the moment of the difference.
#[derive(Clone, Debug, Default)]
pub struct Standpoint {
    /// Where it set a breakpoint or is paused now.
    at: Option<Location>,
    /// Where it paused before.
    from: Option<Location>,
    /// Where the caller was then.
    caller: Option<Location>,
    /// Its breakpoints, at their actual locations.
    breakpoints: Vec<Location>,
    /// How many frames there were before, and are now.
    frames: (usize, usize),
    /// Whether the program has ended.
    has_ended: bool,
    /// Where steps have ended before.
    stepped: Vec<Location>,
    /// The breakpoints that were set since the last pause.
    set: Vec<Location>,
    /// Whether a step has ended at a breakpoint that was set there.
    is_interrupted: bool,
}

impl Standpoint {
    /// The one that gave answer `index` of a trace.
    pub fn of(trace: &Trace, index: usize) -> Self {
        let before = &trace.steps[..index.min(trace.steps.len())];
        let rested = before.iter().rev().find_map(|step| step.observation.pause());
        let now = trace.steps.get(index).map(|step| &step.observation);
        let at = match now {
            Some(Observation::BreakpointSet { at }) => Some(*at),
            Some(Observation::Paused(pause)) => pause.location(),
            _ => None,
        };
        let rests = now.and_then(Observation::pause);
        let depth = |pause: Option<&debunk_model::Pause>| pause.map_or(0, |it| it.frames.len());
        Self {
            at,
            from: rested.and_then(|pause| pause.location()),
            caller: rested.and_then(|pause| pause.frames.get(1)?.place.in_program()),
            breakpoints: trace.actual_before(index),
            frames: (depth(rested), depth(rests)),
            has_ended: matches!(now, Some(Observation::Finished(_))),
            stepped: before
                .iter()
                .filter(|step| step.action.is_step())
                .filter_map(|step| step.observation.pause()?.location())
                .collect(),
            set: before
                .iter()
                .rev()
                .take_while(|step| step.observation.pause().is_none())
                .filter_map(|step| match step.observation {
                    Observation::BreakpointSet { at } => Some(at),
                    _ => None,
                })
                .collect(),
            is_interrupted: before.iter().enumerate().any(|(index, step)| {
                let at = step.observation.pause().and_then(|pause| pause.location());
                step.action.is_step()
                    && at.is_some_and(|at| trace.actual_before(index).contains(&at))
            }),
        }
    }
}

/// Both debuggers at the moment of the difference.
#[derive(Clone, Debug)]
pub struct Situation<'run> {
    /// Where the last action was triggered, or where a breakpoint was requested.
    pub triggered: Option<Location>,
    /// The first debugger.
    pub a: Standpoint,
    /// The second debugger.
    pub b: Standpoint,
    /// The code.
    pub places: Places<'run>,
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    A,
    B,
}

/// A property of one debugger's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// After all code.
    AtEnd,
    /// On the line where it paused before.
    Stays,
    /// In the statement where it paused before.
    SameStatement,
    /// In the statement where its caller was before.
    InCaller,
    /// In a line with one of its breakpoints at the very start, but not at that start.
    ColumnZero,
    /// At one of its breakpoints.
    AtBreakpoint,
    /// Neither at one of its breakpoints nor at a `debugger` statement.
    WithoutBreakpoint,
    /// In a declaration without a value.
    BareDeclaration,
    /// Before the requested line of a breakpoint.
    BeforeAsked,
    /// In as many frames as before or more, and not at a breakpoint.
    NotLeft,
    /// In fewer frames than before, or at the end of the program.
    Left,
    /// In the function where it paused before.
    InFunction,
    /// In the function of the caller before.
    InCallersFunction,
    /// At the end of the function where it paused before.
    OwnExit,
    /// At the first statement of the body of the loop around where it paused before, or outside
    /// that loop.
    NextRound,
    /// A breakpoint that skips no statement of the function around the requested place.
    NextInFunction,
    /// A breakpoint that skips no statement of the text after the requested place.
    NextInText,
    /// A breakpoint on the last line with a statement before the requested one.
    LastBefore,
    /// A breakpoint on the line after the requested one.
    NextLine,
    /// A breakpoint on the requested line.
    Asked,
    /// Anywhere, after a step that ended at a breakpoint.
    StepInterrupted,
    /// In another function than where it paused before.
    Elsewhere,
    /// At one of its breakpoints, which a step has reached before.
    SteppedTo,
    /// At a breakpoint that was set while it paused there.
    SetHere,
    /// In a function that a statement called where it paused before: deeper than before.
    Entered,
}

const ALL: [(&str, Of); 25] = [
    ("at-end", Of::AtEnd),
    ("stays", Of::Stays),
    ("same-statement", Of::SameStatement),
    ("in-caller", Of::InCaller),
    ("column-zero", Of::ColumnZero),
    ("at-breakpoint", Of::AtBreakpoint),
    ("without-breakpoint", Of::WithoutBreakpoint),
    ("bare-declaration", Of::BareDeclaration),
    ("before-asked", Of::BeforeAsked),
    ("not-left", Of::NotLeft),
    ("left", Of::Left),
    ("in-function", Of::InFunction),
    ("in-callers-function", Of::InCallersFunction),
    ("own-exit", Of::OwnExit),
    ("next-round", Of::NextRound),
    ("next-in-function", Of::NextInFunction),
    ("next-in-text", Of::NextInText),
    ("last-before", Of::LastBefore),
    ("next-line", Of::NextLine),
    ("entered", Of::Entered),
    ("asked", Of::Asked),
    ("step-interrupted", Of::StepInterrupted),
    ("elsewhere", Of::Elsewhere),
    ("stepped-to", Of::SteppedTo),
    ("set-here", Of::SetHere),
];

/// A condition on the places of a difference, as rule files name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Lie {
    /// `same-statement`: in the same statement, on other lines of it.
    SameStatement,
    /// `no-statement-asked`: no statement begins on the requested line of a breakpoint, so each
    /// debugger had to find another place.
    NoStatementAsked,
    /// `asked-statement`: the first is in the statement for which a breakpoint was requested.
    AskedStatement,
    /// `suspends`: functions of the program can be suspended.
    Suspends,
    /// `strict`: some code of the program is strict.
    Strict,
    /// `odd-lines`: a line of the program ends in a carriage return, LS or PS alone.
    OddLines,
    /// `a-one-more`: the first shows one frame more than the second.
    FirstHasOneMore,
    /// `b-one-more`: the second shows one frame more than the first.
    SecondHasOneMore,
    /// `left-alike`: with as many frames as each other.
    LeftAlike,
    /// `a-…` or `b-…`: about the place of one of them.
    One(OneLie),
}

/// A condition on the place of one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneLie {
    which: Which,
    of: Of,
}

impl TryFrom<String> for Lie {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let one = |which: Which, rest: &str| {
            let known = ALL.iter().find(|(name, _)| *name == rest);
            known.map(|(_, of)| Lie::One(OneLie { which, of: *of }))
        };
        let found = match (text.as_str(), text.split_once('-')) {
            ("same-statement", _) => Some(Lie::SameStatement),
            ("no-statement-asked", _) => Some(Lie::NoStatementAsked),
            ("asked-statement", _) => Some(Lie::AskedStatement),
            ("suspends", _) => Some(Lie::Suspends),
            ("strict", _) => Some(Lie::Strict),
            ("odd-lines", _) => Some(Lie::OddLines),
            ("a-one-more", _) => Some(Lie::FirstHasOneMore),
            ("b-one-more", _) => Some(Lie::SecondHasOneMore),
            ("left-alike", _) => Some(Lie::LeftAlike),
            (_, Some(("a", rest))) => one(Which::A, rest),
            (_, Some(("b", rest))) => one(Which::B, rest),
            _ => None,
        };
        found.ok_or_else(|| {
            let names: Vec<String> = ALL.iter().map(|(name, _)| format!("a-{name}")).collect();
            format!(
                "{text} is not known as places: same-statement, no-statement-asked, asked-statement, suspends, strict, odd-lines, a-one-more, left-alike, {} \
                 are, and the same with b",
                names.join(", ")
            )
        })
    }
}

impl From<Lie> for String {
    fn from(lie: Lie) -> Self {
        match lie {
            Lie::SameStatement => "same-statement".to_owned(),
            Lie::NoStatementAsked => "no-statement-asked".to_owned(),
            Lie::AskedStatement => "asked-statement".to_owned(),
            Lie::Suspends => "suspends".to_owned(),
            Lie::Strict => "strict".to_owned(),
            Lie::OddLines => "odd-lines".to_owned(),
            Lie::FirstHasOneMore => "a-one-more".to_owned(),
            Lie::SecondHasOneMore => "b-one-more".to_owned(),
            Lie::LeftAlike => "left-alike".to_owned(),
            Lie::One(OneLie { which, of }) => {
                let name = ALL.iter().find(|(_, known)| *known == of).map_or("", |(name, _)| name);
                let letter = if which == Which::A { 'a' } else { 'b' };
                format!("{letter}-{name}")
            }
        }
    }
}

impl Lie {
    /// Whether it concerns a breakpoint before the requested line.
    pub(crate) fn is_backwards(self) -> bool {
        matches!(self, Lie::One(OneLie { of: Of::BeforeAsked | Of::LastBefore, .. }))
    }

    /// The same with the two debuggers swapped.
    pub(crate) fn swapped(self) -> Self {
        match self {
            Lie::SameStatement
            | Lie::NoStatementAsked
            | Lie::AskedStatement
            | Lie::Suspends
            | Lie::Strict
            | Lie::OddLines
            | Lie::LeftAlike => self,
            Lie::FirstHasOneMore => Lie::SecondHasOneMore,
            Lie::SecondHasOneMore => Lie::FirstHasOneMore,
            Lie::One(OneLie { which: Which::A, of }) => Lie::One(OneLie { which: Which::B, of }),
            Lie::One(OneLie { which: Which::B, of }) => Lie::One(OneLie { which: Which::A, of }),
        }
    }

    /// Whether it holds.
    pub(crate) fn holds(self, situation: &Situation<'_>) -> bool {
        let Situation { triggered, a, b, places } = situation;
        match self {
            Lie::SameStatement => {
                matches!((a.at, b.at), (Some(a), Some(b)) if places.is_same_statement(a, b))
            }
            Lie::AskedStatement => {
                matches!((triggered, a.at), (Some(asked), Some(at))
                    if places.is_around(*asked, at))
            }
            Lie::NoStatementAsked => {
                triggered.is_some_and(|at| !places.has_statement_on_line(at.line))
            }
            Lie::Suspends => places.sites.has_suspension,
            Lie::Strict => {
                let Places { program, sites, .. } = places;
                let is_strict = |span: &Span| span.of(&program.text).contains("use strict");
                program.goal == Goal::Module
                    || sites.directives.iter().any(is_strict)
                    || sites.nodes.iter().any(|node| node.kind == "Class")
            }
            Lie::OddLines => {
                let text = places.program.text.replace("\r\n", "");
                text.contains(['\r', '\u{2028}', '\u{2029}'])
            }
            Lie::FirstHasOneMore => a.frames.1 == b.frames.1 + 1,
            Lie::SecondHasOneMore => b.frames.1 == a.frames.1 + 1,
            Lie::LeftAlike => a.frames.1 == b.frames.1,
            Lie::One(OneLie { which, of }) => {
                let one = if which == Which::A { a } else { b };
                if of == Of::Left && one.has_ended {
                    return true;
                }
                one.at.is_some_and(|at| of.holds(one, at, *triggered, *places))
            }
        }
    }
}

impl Of {
    fn holds(
        self,
        one: &Standpoint,
        at: Location,
        triggered: Option<Location>,
        places: Places<'_>,
    ) -> bool {
        let stands_here = one.breakpoints.contains(&at);
        match self {
            Of::AtEnd => places.is_end(at),
            Of::Stays => one.from.is_some_and(|from| from.line == at.line),
            Of::SameStatement => one.from.is_some_and(|from| places.is_same_statement(from, at)),
            Of::InCaller => one.caller.is_some_and(|from| places.is_same_statement(from, at)),
            Of::ColumnZero => {
                at.column != 0 && one.breakpoints.contains(&Location::new(at.line, 0))
            }
            Of::AtBreakpoint => stands_here,
            Of::WithoutBreakpoint => !stands_here && !places.is_debugger_statement(at),
            Of::BareDeclaration => places.is_bare_declaration(at),
            Of::BeforeAsked => triggered.is_some_and(|asked| at.line < asked.line),
            Of::NotLeft => one.frames.1 >= one.frames.0 && !stands_here,
            Of::Left => one.frames.1 < one.frames.0,
            Of::Asked => triggered.is_some_and(|asked| asked.line == at.line),
            Of::StepInterrupted => one.is_interrupted,
            Of::Elsewhere => one.from.is_some_and(|from| !places.is_same_function(from, at)),
            Of::SteppedTo => stands_here && one.stepped.contains(&at),
            Of::SetHere => one.from == Some(at) && one.set.contains(&at),
            Of::Entered => one.frames.1 > one.frames.0,
            Of::InFunction => one.from.is_some_and(|from| {
                // After an await a function resumes without its callers.
                let is_resumed = one.frames.1 < one.frames.0
                    && places.is_spot(from, Spot::Await)
                    && places.is_spot(from, Spot::InAsync);
                (one.frames.0 == one.frames.1 || is_resumed) && places.is_same_function(from, at)
            }),
            Of::InCallersFunction => {
                one.caller.is_some_and(|from| places.is_same_function(from, at))
            }
            Of::OwnExit => {
                places.is_spot(at, Spot::FunctionEnd)
                    && one.from.is_some_and(|from| places.is_same_function(from, at))
            }
            Of::NextRound => one.from.is_some_and(|from| places.is_next_round(from, at)),
            Of::NextInFunction => triggered.is_some_and(|asked| places.is_next(asked, at, true)),
            Of::NextInText => triggered.is_some_and(|asked| places.is_next(asked, at, false)),
            Of::LastBefore => triggered.is_some_and(|asked| {
                at.line < asked.line
                    && !(at.line + 1..asked.line).any(|line| places.has_statement_on_line(line))
            }),
            Of::NextLine => triggered.is_some_and(|asked| at.line == asked.line + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_languages::analyse;
    use debunk_model::{Action, Frame, Goal, Pause, Place, Program};

    fn pause(line: u32, column: u32, frames: usize) -> Observation {
        let place = Place::Program { at: Location::new(line, column) };
        let frame = Frame { function: String::new(), place };
        Observation::Paused(Pause { frames: vec![frame; frames], variables: Vec::new() })
    }

    /// Whether `lie` holds for a first debugger that came from `before` to `now`.
    fn holds(lie: &str, breakpoint: (u32, u32), before: Observation, now: Observation) -> bool {
        let text = "let x;\n  f(); g(\n1);\ndebugger;\n";
        let program = Program::javascript("p.js", Goal::Script, text);
        let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
        let places = Places { program: &program, lines: &lines, sites: &sites };
        let mut trace = Trace::default();
        let at = Location::new(breakpoint.0, breakpoint.1);
        trace.push(Action::add_breakpoint(at), Observation::BreakpointSet { at });
        trace.push(Action::Start, before);
        trace.push(Action::Continue, now);
        let situation = Situation {
            triggered: Some(Location::new(2, 2)),
            a: Standpoint::of(&trace, 2),
            b: Standpoint::default(),
            places,
        };
        Lie::try_from(lie.to_owned()).expect("known").holds(&situation)
    }

    #[test]
    fn conditions_hold_where_they_should() {
        let moved = |lie| holds(lie, (2, 0), pause(2, 2, 1), pause(2, 7, 1));
        for lie in ["a-stays", "a-column-zero", "a-without-breakpoint", "a-not-left"] {
            assert!(moved(lie), "{lie}");
        }
        for lie in ["a-at-end", "a-same-statement", "a-at-breakpoint", "a-bare-declaration"] {
            assert!(!moved(lie), "{lie}");
        }
        assert!(holds("a-at-breakpoint", (3, 0), pause(2, 2, 1), pause(3, 0, 1)));
        assert!(!holds("a-not-left", (3, 0), pause(2, 2, 2), pause(3, 0, 1)));
        assert!(holds("a-same-statement", (1, 0), pause(2, 7, 1), pause(3, 0, 1)));
        assert!(holds("a-bare-declaration", (1, 0), pause(2, 7, 1), pause(1, 4, 1)));
        assert!(holds("a-before-asked", (1, 0), pause(2, 7, 1), pause(1, 4, 1)));
        assert!(!holds("a-without-breakpoint", (1, 0), pause(2, 7, 1), pause(4, 0, 1)));
        assert!(holds("a-at-end", (1, 0), pause(2, 7, 1), pause(5, 0, 1)));
        assert!(!holds("b-stays", (2, 0), pause(2, 2, 1), pause(2, 7, 1)), "there is no b");
    }

    #[test]
    fn names_are_read_and_written() {
        for name in
            ["same-statement", "no-statement-asked", "left-alike", "a-not-left", "b-same-statement"]
        {
            let lie = Lie::try_from(name.to_owned()).expect("known");
            assert_eq!(String::from(lie), name);
            assert_eq!(lie.swapped().swapped(), lie);
        }
        let refused = Lie::try_from("c-stays".to_owned()).expect_err("unknown");
        assert!(refused.contains("a-stays"), "{refused}");
    }
}
