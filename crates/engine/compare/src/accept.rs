//! One known difference, as data: what it applies to, why it is accepted, and on what evidence.

use crate::condition::{PlaceCondition, Situation};
use crate::example::Example;
use crate::places::Places;
use crate::spots::Spot;
use crate::states::VariableState;
use debunk_model::{Location, OPTIMISED_AWAY, Program};
use debunk_results::{Difference, DifferenceClass, DifferenceKind};
use debunk_testimony::{Charge, ChargeKind};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};

/// One of the two debuggers of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairSide {
    /// The first.
    A,
    /// The second.
    B,
}

impl PairSide {
    fn other(self) -> Self {
        match self {
            PairSide::A => PairSide::B,
            PairSide::B => PairSide::A,
        }
    }
}

/// A known difference. Every given condition must hold; in texts `*` matches any text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptRule {
    /// A name for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The type of difference.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<DifferenceKind>,
    /// The last action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The kind of the smallest syntax node that holds the line where the action was triggered, or
    /// for which a breakpoint was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// What the difference is about, such as a variable's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What the first debugger of the pair says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// What the second debugger of the pair says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// The kind of code where the last action was triggered, or for which a breakpoint was
    /// requested: one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub spot: Vec<Spot>,
    /// The kind of code where the first debugger pauses or set a breakpoint: one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub a_spot: Vec<Spot>,
    /// The kind of code where the second debugger pauses or set a breakpoint: one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub b_spot: Vec<Spot>,
    /// The kinds of statements that the first debugger skips between the requested line and its
    /// breakpoint's actual place; it must skip no others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_passes: Option<Vec<Spot>>,
    /// The kinds of statements that the second debugger skips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_passes: Option<Vec<Spot>>,
    /// The state of the variable where the program pauses: all of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub variable: Vec<VariableState>,
    /// How the places relate to each other: all of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub places: Vec<PlaceCondition>,
    /// The releases of the first debugger for which it holds, such as `<3.12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_release: Option<String>,
    /// The releases of the second debugger for which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_release: Option<String>,
    /// The text of the line where the last action was triggered, or for which a breakpoint was
    /// requested, without its indentation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The text of the line where the first debugger pauses or set a breakpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_line: Option<String>,
    /// The text of the line where the second debugger pauses or set a breakpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_line: Option<String>,
    /// The text of the line that the first debugger shows for a frame, if the two show different
    /// places for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_frame_line: Option<String>,
    /// The text of the line that the second debugger shows for a frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_frame_line: Option<String>,
    /// The kind of code that the first debugger shows for a frame: one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub a_frame_spot: Vec<Spot>,
    /// The kind of code that the second debugger shows for a frame: one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub b_frame_spot: Vec<Spot>,
    /// The program's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Whether a run ends here. Otherwise it continues if possible, and may find other differences
    /// later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// The known bug that it is, such as `bugs/16`; by design if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bug: Option<String>,
    /// The debugger that has the bug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<PairSide>,
    /// Why it is accepted.
    pub why: String,
    /// The evidence for the reason: a document, a specification, an argument, a measurement.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evidence: String,
    /// What it is meant for, and the near misses.
    #[serde(default, skip_serializing)]
    pub example: Vec<Example>,
}

/// A value or a list of values.
fn one_or_more<'text, D, Item>(text: D) -> Result<Vec<Item>, D::Error>
where
    D: Deserializer<'text>,
    Item: DeserializeOwned,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        One(String),
        More(Vec<String>),
    }
    let names = match Given::deserialize(text)? {
        Given::One(name) => vec![name],
        Given::More(names) => names,
    };
    let item = |name: String| {
        let text = serde::de::value::StringDeserializer::<D::Error>::new(name);
        Item::deserialize(text).map_err(D::Error::custom)
    };
    names.into_iter().map(item).collect()
}

impl AcceptRule {
    /// The same with the two debuggers swapped.
    pub(crate) fn swapped(self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            a_spot: self.b_spot,
            b_spot: self.a_spot,
            a_passes: self.b_passes,
            b_passes: self.a_passes,
            a_release: self.b_release,
            b_release: self.a_release,
            a_line: self.b_line,
            b_line: self.a_line,
            a_frame_line: self.b_frame_line,
            b_frame_line: self.a_frame_line,
            a_frame_spot: self.b_frame_spot,
            b_frame_spot: self.a_frame_spot,
            places: self.places.into_iter().map(PlaceCondition::swapped).collect(),
            wrong: self.wrong.map(PairSide::other),
            example: self.example.into_iter().map(Example::swapped).collect(),
            ..self
        }
    }

    pub(crate) fn matches(
        &self,
        difference: &Difference,
        class: &DifferenceClass,
        situation: &Situation<'_>,
    ) -> bool {
        let places = situation.places;
        let program = places.program;
        let triggered = situation.triggered;
        let line = triggered.map_or("", |at| program.line_text(at));
        let fits = |pattern: &Option<String>, text: &str| {
            pattern.as_deref().is_none_or(|pattern| is_like(pattern, text))
        };
        self.kind.is_none_or(|kind| kind == difference.kind)
            && fits(&self.action, &class.action)
            && fits(&self.node, &class.node)
            && fits(&self.about, &difference.about)
            && fits(&self.a, &difference.a)
            && fits(&self.b, &difference.b)
            && fits(&self.line, line.trim())
            && fits_line(&self.a_line, difference.a_at, program)
            && fits_line(&self.b_line, difference.b_at, program)
            && fits_line(&self.a_frame_line, frame_place(difference, &difference.a), program)
            && fits_line(&self.b_frame_line, frame_place(difference, &difference.b), program)
            && is_one(&self.a_frame_spot, frame_place(difference, &difference.a), places)
            && is_one(&self.b_frame_spot, frame_place(difference, &difference.b), places)
            && fits(&self.program, &program.name)
            && is_one(&self.spot, triggered, places)
            && is_one(&self.a_spot, difference.a_at, places)
            && is_one(&self.b_spot, difference.b_at, places)
            && passes_only(&self.a_passes, triggered, difference.a_at, places)
            && passes_only(&self.b_passes, triggered, difference.b_at, places)
            && self.is_in_states(difference, places)
            && self.places.iter().all(|condition| condition.holds(situation))
            && self.is_forwards(difference, triggered)
    }

    fn is_in_states(&self, difference: &Difference, places: Places<'_>) -> bool {
        let at = difference.a_at.or(difference.b_at);
        self.variable.iter().all(|state| match at {
            Some(at) => places.is_in_state(&difference.about, at, *state),
            // In code that was made at run time.
            None => *state == VariableState::Arguments && difference.about == "arguments",
        })
    }

    /// A rule accepts a breakpoint before the requested line only if it says so: nobody who
    /// requests a line means an earlier one.
    fn is_forwards(&self, difference: &Difference, triggered: Option<Location>) -> bool {
        if difference.kind != DifferenceKind::BreakpointLocation || self.is_broad() {
            return true;
        }
        let is_behind = |at: Option<Location>| match (at, triggered) {
            (Some(at), Some(asked)) => asked.line <= at.line,
            _ => true,
        };
        self.places.iter().any(|condition| condition.is_backwards())
            || is_behind(difference.a_at) && is_behind(difference.b_at)
    }

    /// Whether it accepts a whole class, as a user's baseline does.
    fn is_broad(&self) -> bool {
        self.ends && self.node.is_some() && self.evidence.is_empty()
    }

    /// Whether the log of the program's run proves more against the two debuggers than the rule
    /// covers: a rule by design accepts no answer that is proven wrong, one for a known bug only
    /// those of the debugger that has it.
    pub(crate) fn is_refuted(&self, difference: &Difference, charges: [&[Charge]; 2]) -> bool {
        if self.is_broad() {
            return false;
        }
        let [left, right] = charges;
        let is_own = |charge: &&Charge, others: &[Charge]| {
            concerns(charge, difference)
                && !others.iter().any(|it| it.kind == charge.kind && it.proof == charge.proof)
        };
        let a = left.iter().any(|charge| is_own(&charge, right));
        let b = right.iter().any(|charge| is_own(&charge, left));
        a && self.wrong != Some(PairSide::A) || b && self.wrong != Some(PairSide::B)
    }
}

/// Whether a charge concerns what two answers differ in.
fn concerns(charge: &Charge, difference: &Difference) -> bool {
    use ChargeKind as Kind;
    match difference.kind {
        DifferenceKind::BreakpointLocation => charge.kind == Kind::Misplaced,
        DifferenceKind::BreakpointRemoval => charge.kind == Kind::NotRemoved,
        DifferenceKind::CallStack => charge.kind == Kind::WrongStack,
        DifferenceKind::Variables => {
            let said = charge.proof.strip_prefix("read again: ").unwrap_or(&charge.proof);
            matches!(charge.kind, Kind::WrongValue | Kind::MissingVariable)
                && said
                    .strip_prefix(&*difference.about)
                    .is_some_and(|rest| rest.starts_with(" is "))
        }
        DifferenceKind::Termination | DifferenceKind::PausedLine => matches!(
            charge.kind,
            Kind::NeverRan
                | Kind::RanBefore
                | Kind::MissedBreakpoint
                | Kind::NoReason
                | Kind::StepTooFar
                | Kind::StepTooShort
                | Kind::NoStep
                | Kind::OtherOutcome
                | Kind::NoAnswer
        ),
    }
}

/// Whether a place is of one of some kinds; no place is of any.
fn is_one(spots: &[Spot], at: Option<Location>, places: Places<'_>) -> bool {
    spots.is_empty() || at.is_some_and(|at| spots.iter().any(|spot| places.is_spot(at, *spot)))
}

/// Whether only statements of some kinds begin between the requested line and the actual line of a
/// breakpoint.
fn passes_only(
    spots: &Option<Vec<Spot>>,
    asked: Option<Location>,
    at: Option<Location>,
    places: Places<'_>,
) -> bool {
    let Some(spots) = spots else { return true };
    let Some(asked) = asked else { return false };
    let end = at.map_or(places.lines.line_count() + 1, |at| at.line);
    (asked.line..end).filter(|line| places.has_statement_on_line(*line)).all(|line| {
        let at = Location::new(line, 0);
        spots.iter().any(|spot| places.is_spot(at, *spot))
    })
}

/// The place shown for a frame, if the difference is about that.
fn frame_place(difference: &Difference, place_text: &str) -> Option<Location> {
    if !difference.about.starts_with("place of frame") {
        return None;
    }
    let (line, column) = place_text.split_once(':')?;
    Some(Location::new(line.parse().ok()?, column.parse().ok()?))
}

/// Whether the line of a location fits a pattern; no location fits none.
fn fits_line(pattern: &Option<String>, at: Option<Location>, program: &Program) -> bool {
    let Some(pattern) = pattern else { return true };
    at.is_some_and(|at| is_like(pattern, program.line_text(at).trim()))
}

/// Whether a debugger shows a value of the program: neither that there is none nor that it is lost.
fn is_value(text: &str) -> bool {
    !matches!(text, "" | "undefined" | "uninitialised" | "(missing)" | OPTIMISED_AWAY | "refused")
}

/// Whether a value is shown by its name, not by itself.
fn is_object(text: &str) -> bool {
    let first = text.chars().next().unwrap_or(' ');
    first.is_alphabetic()
        && !matches!(text, "true" | "false" | "null" | "NaN" | "Infinity")
        && !["function", "class", "async function"].iter().any(|word| {
            text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
}

/// The classes that the language itself has: every debugger knows them.
const OWN_CLASSES: [&str; 21] = [
    "Arguments",
    "Array",
    "ArrayBuffer",
    "AsyncGenerator",
    "BigInt",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "Function",
    "Generator",
    "Map",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "Window",
];

/// Whether a value is shown by the name of one of the program's own classes or functions.
fn is_instance(text: &str) -> bool {
    let (name, rest) = text.split_at(text.find('(').unwrap_or(text.len()));
    let is_name =
        name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'));
    let is_own = OWN_CLASSES.contains(&name)
        || ["Error", "Array", "Map", "Set"].iter().any(|end| {
            name.strip_suffix(end).is_some_and(|start| {
                ["Range", "Reference", "Syntax", "Type", "Eval", "URI", "Aggregate"]
                    .contains(&start)
                    || start == "Weak"
                    || start.contains("Int")
                    || start.contains("Float")
            })
        });
    is_value(text)
        && is_object(text)
        && is_name
        && !is_own
        && (rest.is_empty() || rest.ends_with(')'))
}

/// Whether a text fits one of several patterns, separated by `|`. In each, `*` matches any text;
/// `<value>` is any value but none, `<object>` one that is shown by its name, `<instance>` one
/// named after something in the program.
pub(crate) fn is_like(pattern: &str, text: &str) -> bool {
    pattern.split('|').any(|pattern| is_like_one(pattern, text))
}

fn is_like_one(pattern: &str, text: &str) -> bool {
    match pattern {
        "<value>" => return is_value(text),
        "<object>" => return is_value(text) && is_object(text),
        "<instance>" => return is_instance(text),
        _ => {}
    }
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(position) => rest = &rest[position + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
