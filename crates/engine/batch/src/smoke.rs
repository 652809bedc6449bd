//! The smoke test: before a debugger is judged, it has to handle a program that is fully known.

use debunk_corpus::CorpusEntry;
use debunk_model::{Action, Goal, Language, Location, Observation, Outcome, Program, VariableView};
use debunk_session::{Debugger, Driver, PlainRun, Session};
use std::fmt;

/// What the program prints on every engine.
const PRINTS: [&str; 2] = ["3", "42"];

/// The program of one language. It calls a function twice that adds up two numbers.
struct KnownProgram {
    text: &'static str,
    /// The line of the sum, and the column at which it begins.
    sum: Location,
    /// The line that prints the second sum.
    last: Location,
}

fn known(language: Language) -> KnownProgram {
    let (text, sum, last) = match language {
        Language::JavaScript => (include_str!("smoke/smoke.js"), (2, 2), (7, 0)),
        Language::C => (include_str!("smoke/smoke.c"), (5, 4), (13, 4)),
        Language::Python => (include_str!("smoke/smoke.py"), (2, 4), (8, 0)),
        Language::Go => (include_str!("smoke/smoke.go"), (6, 1), (13, 1)),
        Language::Rust => (include_str!("smoke/smoke.rs.txt"), (2, 4), (10, 4)),
    };
    let location = |(line, column)| Location::new(line, column);
    KnownProgram { text, sum: location(sum), last: location(last) }
}

/// A debugger that failed the smoke test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The debugger.
    pub debugger: String,
    /// The language of the program.
    pub language: Language,
    /// The actions; empty if there was no session.
    pub doing: String,
    /// What was expected.
    pub expected: String,
    /// What was observed.
    pub seen: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { debugger, language, doing, expected, seen } = self;
        if doing.is_empty() {
            return write!(
                formatter,
                "{debugger} does not debug a small {language} program (the smoke test): {seen}"
            );
        }
        write!(
            formatter,
            "{debugger} did not pass the smoke test, a small {language} program of which everything is known, \
             {doing}: expected {expected}, saw {seen}"
        )
    }
}

impl std::error::Error for Refusal {}

/// Runs the known program of every language and goal that occurs among the programs.
///
/// # Errors
/// If the debugger fails; then it is not worth judging.
pub fn smoke_test(debugger: &dyn Debugger, entries: &[CorpusEntry]) -> Result<(), Box<Refusal>> {
    let mut kinds: Vec<(Language, Goal)> = Vec::new();
    for CorpusEntry { program, .. } in entries {
        let kind = (program.language, program.goal);
        let is_usable =
            debugger.supports(program.goal) && debugger.languages().contains(&program.language);
        if is_usable && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.into_iter().try_for_each(|(language, goal)| Smoke::new(debugger, language, goal).run())
}

struct Smoke<'smoke> {
    debugger: &'smoke dyn Debugger,
    known: KnownProgram,
    program: Program,
}

impl<'smoke> Smoke<'smoke> {
    fn new(debugger: &'smoke dyn Debugger, language: Language, goal: Goal) -> Self {
        let known = known(language);
        let mut program = Program::script("smoke", language, known.text);
        program.goal = goal;
        program.name = format!("smoke.{}", program.extension());
        Self { debugger, known, program }
    }

    fn refuse(&self, doing: &str, expected: String, seen: String) -> Box<Refusal> {
        Box::new(Refusal {
            debugger: self.debugger.info().to_string(),
            language: self.program.language,
            doing: doing.to_owned(),
            expected,
            seen,
        })
    }

    fn is_optimised(&self) -> bool {
        self.debugger.optimises(self.program.language)
    }

    fn run(&self) -> Result<(), Box<Refusal>> {
        self.run_plain()?;
        if self.is_optimised() { self.run_optimised() } else { self.run_stepwise() }
    }

    /// Without the debugger it has to print the known output.
    fn run_plain(&self) -> Result<(), Box<Refusal>> {
        let refuse = |seen| self.refuse("run without the debugger", prints(), seen);
        match self.debugger.runner().run(&self.program) {
            PlainRun::Ended(outcome) if is_right(&outcome) => Ok(()),
            PlainRun::Ended(outcome) => Err(refuse(described(&outcome))),
            PlainRun::DoesNotParse(reason) => Err(refuse(format!("it does not parse: {reason}"))),
            PlainRun::TimedOut => Err(refuse("that it did not end in time".to_owned())),
            PlainRun::Unsupported(reason) => Err(refuse(reason)),
            PlainRun::Died(reason) => Err(refuse(format!("its host died: {reason}"))),
        }
    }

    /// A breakpoint, a step, the breakpoint once more, and the end.
    fn run_stepwise(&self) -> Result<(), Box<Refusal>> {
        let sum = self.known.sum;
        let mut driver = self.debugger.driver();
        let mut play = Play::open(self, &mut *driver, sum)?;
        play.pauses(Action::Start, sum.line, &[("first", "1"), ("second", "2")])?;
        play.pauses(Action::StepOver, sum.line + 1, &[("first", "1"), ("sum", "3")])?;
        play.pauses(Action::Continue, sum.line, &[("first", "30"), ("second", "12")])?;
        play.ends()
    }

    /// Optimised code has no such places: it only has to pause at the line that prints.
    fn run_optimised(&self) -> Result<(), Box<Refusal>> {
        let last = self.known.last;
        let mut driver = self.debugger.driver();
        let mut play = Play::open(self, &mut *driver, last)?;
        play.pauses(Action::Start, last.line, &[])?;
        play.ends()
    }
}

/// A session with the known program and one breakpoint.
struct Play<'play> {
    smoke: &'play Smoke<'play>,
    session: Session<'play>,
}

impl<'play> Play<'play> {
    fn open(
        smoke: &'play Smoke<'play>,
        driver: &'play mut dyn Driver,
        at: Location,
    ) -> Result<Self, Box<Refusal>> {
        let session = Session::open(driver, &smoke.program)
            .map_err(|error| smoke.refuse("", String::new(), error.to_string()))?;
        let mut play = Self { smoke, session };
        match play.act(&Action::add_breakpoint(at)) {
            // Some debuggers report only after the start where it was set.
            Ok(Observation::BreakpointSet { .. }) => Ok(play),
            Ok(other) => Err(play.refuse(format!("a breakpoint at line {}", at.line), &other)),
            Err(reason) => Err(play.unable(reason)),
        }
    }

    fn act(&mut self, action: &Action) -> Result<Observation, String> {
        let steps = self.session.act(std::slice::from_ref(action)).map_err(|it| it.to_string())?;
        steps.last().map(|step| step.observation.clone()).ok_or_else(|| "no answer".to_owned())
    }

    /// The actions so far, with their answers.
    fn course(&self) -> String {
        let steps = self.session.trace().steps.iter();
        let steps: Vec<String> =
            steps.map(|step| format!("{} ({})", step.action, step.observation)).collect();
        format!("debugged by {}", steps.join(", "))
    }

    fn refuse(&self, expected: String, seen: &Observation) -> Box<Refusal> {
        let seen = match seen {
            Observation::Paused(pause) => {
                let variables = pause.variables.visible();
                let variables: Vec<String> = variables
                    .iter()
                    .map(|(name, (_, value))| format!("{name} = {value}"))
                    .collect();
                format!("{seen} with {}", listed(&variables))
            }
            Observation::Finished(outcome) => described(outcome),
            other => other.to_string(),
        };
        self.smoke.refuse(&self.course(), expected, seen)
    }

    fn unable(&self, reason: String) -> Box<Refusal> {
        self.smoke.refuse(&self.course(), "that it continues".to_owned(), reason)
    }

    fn pauses(
        &mut self,
        action: Action,
        line: u32,
        variables: &[(&str, &str)],
    ) -> Result<(), Box<Refusal>> {
        let seen = self.act(&action).map_err(|reason| self.unable(reason))?;
        let has = |(name, value): &(&str, &str)| {
            let pause = seen.pause();
            pause.and_then(|pause| pause.variables.lookup(name)).is_some_and(|(_, it)| it == *value)
        };
        let is_there =
            seen.pause().and_then(|pause| pause.location()).is_some_and(|it| it.line == line);
        if is_there && variables.iter().all(has) {
            return Ok(());
        }
        let variables: Vec<String> =
            variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let expected = format!("a pause at line {line} with {}", listed(&variables));
        Err(self.refuse(expected, &seen))
    }

    /// The program runs to its end; one line may consist of several places.
    fn ends(&mut self) -> Result<(), Box<Refusal>> {
        const PLACES_MAX: usize = 8;
        for _ in 0..PLACES_MAX {
            match self.act(&Action::Continue).map_err(|reason| self.unable(reason))? {
                Observation::Finished(outcome) if is_right(&outcome) => return Ok(()),
                Observation::Paused(_) if self.smoke.is_optimised() => {}
                other => return Err(self.refuse(prints(), &other)),
            }
        }
        Err(self.unable("pause after pause".to_owned()))
    }
}

fn listed(texts: &[String]) -> String {
    if texts.is_empty() { "no variables".to_owned() } else { texts.join(", ") }
}

fn prints() -> String {
    format!("that it prints {}", PRINTS.join(" and "))
}

fn is_right(outcome: &Outcome) -> bool {
    outcome.error.is_none() && outcome.output == PRINTS
}

fn described(outcome: &Outcome) -> String {
    let output = match outcome.output.as_slice() {
        [] => "that it prints nothing".to_owned(),
        output => format!("that it prints {}", output.join(" and ")),
    };
    match &outcome.error {
        Some(error) => format!("{output} and ends with {error}"),
        None => output,
    }
}
