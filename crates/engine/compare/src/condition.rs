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
        let previous = before.iter().rev().find_map(|step| step.observation.pause());
        let now = trace.steps.get(index).map(|step| &step.observation);
        let at = match now {
            Some(Observation::BreakpointSet { at }) => Some(*at),
            Some(Observation::Paused(pause)) => pause.location(),
            _ => None,
        };
        let current = now.and_then(Observation::pause);
        let depth = |pause: Option<&debunk_model::Pause>| pause.map_or(0, |it| it.frames.len());
        Self {
            at,
            from: previous.and_then(|pause| pause.location()),
            caller: previous.and_then(|pause| pause.frames.get(1)?.place.in_program()),
            breakpoints: trace.actual_before(index),
            frames: (depth(previous), depth(current)),
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
enum SideRelation {
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

const ALL: [(&str, SideRelation); 25] = [
    ("at-end", SideRelation::AtEnd),
    ("stays", SideRelation::Stays),
    ("same-statement", SideRelation::SameStatement),
    ("in-caller", SideRelation::InCaller),
    ("column-zero", SideRelation::ColumnZero),
    ("at-breakpoint", SideRelation::AtBreakpoint),
    ("without-breakpoint", SideRelation::WithoutBreakpoint),
    ("bare-declaration", SideRelation::BareDeclaration),
    ("before-asked", SideRelation::BeforeAsked),
    ("not-left", SideRelation::NotLeft),
    ("left", SideRelation::Left),
    ("in-function", SideRelation::InFunction),
    ("in-callers-function", SideRelation::InCallersFunction),
    ("own-exit", SideRelation::OwnExit),
    ("next-round", SideRelation::NextRound),
    ("next-in-function", SideRelation::NextInFunction),
    ("next-in-text", SideRelation::NextInText),
    ("last-before", SideRelation::LastBefore),
    ("next-line", SideRelation::NextLine),
    ("entered", SideRelation::Entered),
    ("asked", SideRelation::Asked),
    ("step-interrupted", SideRelation::StepInterrupted),
    ("elsewhere", SideRelation::Elsewhere),
    ("stepped-to", SideRelation::SteppedTo),
    ("set-here", SideRelation::SetHere),
];

/// A condition on the places of a difference, as rule files name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlaceCondition {
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
    One(SideCondition),
}

/// A condition on the place of one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideCondition {
    which: Which,
    of: SideRelation,
}

impl TryFrom<String> for PlaceCondition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let one = |which: Which, rest: &str| {
            let known = ALL.iter().find(|(name, _)| *name == rest);
            known.map(|(_, of)| PlaceCondition::One(SideCondition { which, of: *of }))
        };
        let found = match (text.as_str(), text.split_once('-')) {
            ("same-statement", _) => Some(PlaceCondition::SameStatement),
            ("no-statement-asked", _) => Some(PlaceCondition::NoStatementAsked),
            ("asked-statement", _) => Some(PlaceCondition::AskedStatement),
            ("suspends", _) => Some(PlaceCondition::Suspends),
            ("strict", _) => Some(PlaceCondition::Strict),
            ("odd-lines", _) => Some(PlaceCondition::OddLines),
            ("a-one-more", _) => Some(PlaceCondition::FirstHasOneMore),
            ("b-one-more", _) => Some(PlaceCondition::SecondHasOneMore),
            ("left-alike", _) => Some(PlaceCondition::LeftAlike),
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

impl From<PlaceCondition> for String {
    fn from(condition: PlaceCondition) -> Self {
        match condition {
            PlaceCondition::SameStatement => "same-statement".to_owned(),
            PlaceCondition::NoStatementAsked => "no-statement-asked".to_owned(),
            PlaceCondition::AskedStatement => "asked-statement".to_owned(),
            PlaceCondition::Suspends => "suspends".to_owned(),
            PlaceCondition::Strict => "strict".to_owned(),
            PlaceCondition::OddLines => "odd-lines".to_owned(),
            PlaceCondition::FirstHasOneMore => "a-one-more".to_owned(),
            PlaceCondition::SecondHasOneMore => "b-one-more".to_owned(),
            PlaceCondition::LeftAlike => "left-alike".to_owned(),
            PlaceCondition::One(SideCondition { which, of }) => {
                let name = ALL.iter().find(|(_, known)| *known == of).map_or("", |(name, _)| name);
                let letter = if which == Which::A { 'a' } else { 'b' };
                format!("{letter}-{name}")
            }
        }
    }
}

impl PlaceCondition {
    /// Whether it concerns a breakpoint before the requested line.
    pub(crate) fn is_backwards(self) -> bool {
        matches!(
            self,
            PlaceCondition::One(SideCondition {
                of: SideRelation::BeforeAsked | SideRelation::LastBefore,
                ..
            })
        )
    }

    /// The same with the two debuggers swapped.
    pub(crate) fn swapped(self) -> Self {
        match self {
            PlaceCondition::SameStatement
            | PlaceCondition::NoStatementAsked
            | PlaceCondition::AskedStatement
            | PlaceCondition::Suspends
            | PlaceCondition::Strict
            | PlaceCondition::OddLines
            | PlaceCondition::LeftAlike => self,
            PlaceCondition::FirstHasOneMore => PlaceCondition::SecondHasOneMore,
            PlaceCondition::SecondHasOneMore => PlaceCondition::FirstHasOneMore,
            PlaceCondition::One(SideCondition { which: Which::A, of }) => {
                PlaceCondition::One(SideCondition { which: Which::B, of })
            }
            PlaceCondition::One(SideCondition { which: Which::B, of }) => {
                PlaceCondition::One(SideCondition { which: Which::A, of })
            }
        }
    }

    /// Whether it holds.
    pub(crate) fn holds(self, situation: &Situation<'_>) -> bool {
        let Situation { triggered, a, b, places } = situation;
        match self {
            PlaceCondition::SameStatement => {
                matches!((a.at, b.at), (Some(a), Some(b)) if places.is_same_statement(a, b))
            }
            PlaceCondition::AskedStatement => {
                matches!((triggered, a.at), (Some(asked), Some(at))
                    if places.is_around(*asked, at))
            }
            PlaceCondition::NoStatementAsked => {
                triggered.is_some_and(|at| !places.has_statement_on_line(at.line))
            }
            PlaceCondition::Suspends => places.sites.has_suspension,
            PlaceCondition::Strict => {
                let Places { program, sites, .. } = places;
                let is_strict = |span: &Span| span.of(&program.text).contains("use strict");
                program.goal == Goal::Module
                    || sites.directives.iter().any(is_strict)
                    || sites.nodes.iter().any(|node| node.kind == "Class")
            }
            PlaceCondition::OddLines => {
                let text = places.program.text.replace("\r\n", "");
                text.contains(['\r', '\u{2028}', '\u{2029}'])
            }
            PlaceCondition::FirstHasOneMore => a.frames.1 == b.frames.1 + 1,
            PlaceCondition::SecondHasOneMore => b.frames.1 == a.frames.1 + 1,
            PlaceCondition::LeftAlike => a.frames.1 == b.frames.1,
            PlaceCondition::One(SideCondition { which, of }) => {
                let one = if which == Which::A { a } else { b };
                if of == SideRelation::Left && one.has_ended {
                    return true;
                }
                one.at.is_some_and(|at| of.holds(one, at, *triggered, *places))
            }
        }
    }
}

impl SideRelation {
    fn holds(
        self,
        one: &Standpoint,
        at: Location,
        triggered: Option<Location>,
        places: Places<'_>,
    ) -> bool {
        let stands_here = one.breakpoints.contains(&at);
        match self {
            SideRelation::AtEnd => places.is_end(at),
            SideRelation::Stays => one.from.is_some_and(|from| from.line == at.line),
            SideRelation::SameStatement => {
                one.from.is_some_and(|from| places.is_same_statement(from, at))
            }
            SideRelation::InCaller => {
                one.caller.is_some_and(|from| places.is_same_statement(from, at))
            }
            SideRelation::ColumnZero => {
                at.column != 0 && one.breakpoints.contains(&Location::new(at.line, 0))
            }
            SideRelation::AtBreakpoint => stands_here,
            SideRelation::WithoutBreakpoint => !stands_here && !places.is_debugger_statement(at),
            SideRelation::BareDeclaration => places.is_bare_declaration(at),
            SideRelation::BeforeAsked => triggered.is_some_and(|asked| at.line < asked.line),
            SideRelation::NotLeft => one.frames.1 >= one.frames.0 && !stands_here,
            SideRelation::Left => one.frames.1 < one.frames.0,
            SideRelation::Asked => triggered.is_some_and(|asked| asked.line == at.line),
            SideRelation::StepInterrupted => one.is_interrupted,
            SideRelation::Elsewhere => {
                one.from.is_some_and(|from| !places.is_same_function(from, at))
            }
            SideRelation::SteppedTo => stands_here && one.stepped.contains(&at),
            SideRelation::SetHere => one.from == Some(at) && one.set.contains(&at),
            SideRelation::Entered => one.frames.1 > one.frames.0,
            SideRelation::InFunction => one.from.is_some_and(|from| {
                // After an await a function resumes without its callers.
                let is_resumed = one.frames.1 < one.frames.0
                    && places.is_spot(from, Spot::Await)
                    && places.is_spot(from, Spot::InAsync);
                (one.frames.0 == one.frames.1 || is_resumed) && places.is_same_function(from, at)
            }),
            SideRelation::InCallersFunction => {
                one.caller.is_some_and(|from| places.is_same_function(from, at))
            }
            SideRelation::OwnExit => {
                places.is_spot(at, Spot::FunctionEnd)
                    && one.from.is_some_and(|from| places.is_same_function(from, at))
            }
            SideRelation::NextRound => one.from.is_some_and(|from| places.is_next_round(from, at)),
            SideRelation::NextInFunction => {
                triggered.is_some_and(|asked| places.is_next(asked, at, true))
            }
            SideRelation::NextInText => {
                triggered.is_some_and(|asked| places.is_next(asked, at, false))
            }
            SideRelation::LastBefore => triggered.is_some_and(|asked| {
                at.line < asked.line
                    && !(at.line + 1..asked.line).any(|line| places.has_statement_on_line(line))
            }),
            SideRelation::NextLine => triggered.is_some_and(|asked| at.line == asked.line + 1),
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

    /// Whether `condition` holds for a first debugger that came from `before` to `now`.
    fn holds(
        condition: &str,
        breakpoint: (u32, u32),
        before: Observation,
        now: Observation,
    ) -> bool {
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
        PlaceCondition::try_from(condition.to_owned()).expect("known").holds(&situation)
    }

    #[test]
    fn conditions_hold_where_they_should() {
        let moved = |condition| holds(condition, (2, 0), pause(2, 2, 1), pause(2, 7, 1));
        for condition in ["a-stays", "a-column-zero", "a-without-breakpoint", "a-not-left"] {
            assert!(moved(condition), "{condition}");
        }
        for condition in ["a-at-end", "a-same-statement", "a-at-breakpoint", "a-bare-declaration"] {
            assert!(!moved(condition), "{condition}");
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
            let condition = PlaceCondition::try_from(name.to_owned()).expect("known");
            assert_eq!(String::from(condition), name);
            assert_eq!(condition.swapped().swapped(), condition);
        }
        let refused = PlaceCondition::try_from("c-stays".to_owned()).expect_err("unknown");
        assert!(refused.contains("a-stays"), "{refused}");
    }
}
