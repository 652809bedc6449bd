//! Makes a trace of each level.

use crate::driver::{Answer, LevelDriver, LevelError};
use crate::table::LineTable;
use crate::trace::{End, Frame, LevelTrace, Moment, Step};
use debunk_model::{Program, TestRng};

/// How often in a row the program may pause in code outside the program.
const OUTSIDE_MAX: usize = 16;
/// A library function that continues elsewhere than where it was called, and its limit of
/// instructions, including those of the symbol lookup at its first call.
const JUMPS_AWAY: &str = "longjmp";
const JUMP_INSTRUCTIONS_MAX: usize = 8_000;
/// How often, in percent, a step of a mixed session goes over calls, and how often out of one.
const OVER_PERCENT: u32 = 35;
const OUT_PERCENT: u32 = 8;

/// How far runs are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions.
    pub instructions: usize,
    /// Steps by lines.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { instructions: 1_500, lines: 300 }
    }
}

/// How a session by lines steps.
pub enum Policy {
    /// Into every call.
    Into,
    /// Over every call.
    Over,
    /// In, over and out at random.
    Mixed(Box<TestRng>),
}

impl Policy {
    fn next(&mut self, depth: usize) -> Step {
        match self {
            Policy::Into => Step::Into,
            Policy::Over => Step::Over,
            Policy::Mixed(rng) => {
                let (goes_out, goes_over) = (rng.chance(OUT_PERCENT), rng.chance(OVER_PERCENT));
                match (goes_out && depth > 1, goes_over) {
                    (true, _) => Step::Out,
                    (false, true) => Step::Over,
                    (false, false) => Step::Into,
                }
            }
        }
    }
}

/// Where the program is.
enum Came {
    To(Vec<Frame>),
    End(End),
}

struct Recorder<'driver> {
    driver: &'driver mut dyn LevelDriver,
    table: &'driver LineTable,
    /// What loading added to every address of the file.
    bias: u64,
}

impl<'driver> Recorder<'driver> {
    fn begin(
        driver: &'driver mut dyn LevelDriver,
        program: &Program,
        table: &'driver LineTable,
    ) -> Result<(Self, Moment), LevelError> {
        let main = table.functions.iter().find(|function| function.name == "main");
        let Some(main) = main else {
            return Err(LevelError::Program("it has no main".to_owned()));
        };
        let answer = driver.begin(program)?;
        let Answer::Stopped(frames) = answer else {
            return Err(LevelError::Program("it does not come to main".to_owned()));
        };
        let bias = driver.main_address()?.wrapping_sub(main.entry);
        let recorder = Self { driver, table, bias };
        let (frames, _) = recorder.own(frames);
        if frames.is_empty() {
            return Err(LevelError::Program("it does not come to main".to_owned()));
        }
        let variables = Some(recorder.driver.variables()?);
        Ok((recorder, Moment { by: Vec::new(), frames, variables }))
    }

    /// The program's own frames, with addresses of the file, and how many others are above them.
    fn own(&self, mut frames: Vec<Frame>) -> (Vec<Frame>, usize) {
        for frame in &mut frames {
            frame.address = frame.address.wrapping_sub(self.bias);
        }
        // A caller is paused after its call, which may be where its function ends; a caller of an
        // inlined call may be reported at the start of that call.
        let is_own = |(level, frame): (usize, &Frame)| {
            self.table.function_at(frame.address).is_some()
                || (level > 0 && self.table.function_at(frame.address.wrapping_sub(1)).is_some())
        };
        let own: Vec<bool> = frames.iter().enumerate().map(is_own).collect();
        let above = own.iter().take_while(|is_own| !**is_own).count();
        let frames = frames.into_iter().zip(own).filter_map(|(frame, own)| own.then_some(frame));
        (frames.collect(), above)
    }

    /// Steps, and leaves code outside the program.
    fn step(&mut self, step: Step, by: &mut Vec<Step>) -> Result<Came, LevelError> {
        let mut next = step;
        let mut above = 0;
        let mut outside_max = OUTSIDE_MAX;
        while by.len() < outside_max {
            by.push(next);
            let Answer::Stopped(frames) = self.driver.step(next, above)? else {
                // If it does not return, it may have continued elsewhere.
                let end = match next {
                    Step::Leave => End::Lost("a library function does not return".to_owned()),
                    _ => End::Finished,
                };
                return Ok(Came::End(end));
            };
            let function = frames.first().map(|frame| frame.function.clone()).unwrap_or_default();
            let (frames, others) = self.own(frames);
            above = others;
            let is_jump = function.contains(JUMPS_AWAY) || by.len() > 1;
            next = match (frames.is_empty(), above) {
                (false, 0) => return Ok(Came::To(frames)),
                // If it jumps, it is followed into the program.
                (false, _) if next == Step::Instruction && is_jump => {
                    outside_max = JUMP_INSTRUCTIONS_MAX;
                    Step::Instruction
                }
                (false, _) => Step::Leave,
                (true, _) if next == Step::Instruction && by.len() > 1 => Step::Instruction,
                (true, _) => Step::Continue,
            };
        }
        Ok(Came::End(End::Lost("it stays in code that is none of the program's".to_owned())))
    }
}

fn record(
    driver: &mut dyn LevelDriver,
    program: &Program,
    table: &LineTable,
    limit: usize,
    mut next: impl FnMut(&Moment) -> Step,
    wants_variables: impl Fn(&Moment, &Moment) -> bool,
) -> Result<LevelTrace, LevelError> {
    let (mut recorder, first) = Recorder::begin(driver, program, table)?;
    let mut moments = vec![first];
    let mut last = Vec::new();
    let end = loop {
        let Some(now) = moments.last() else { break End::Limit };
        if moments.len() > limit {
            break End::Limit;
        }
        let mut by = Vec::new();
        match recorder.step(next(now), &mut by)? {
            Came::To(frames) => {
                let mut moment = Moment { by, frames, variables: None };
                if wants_variables(now, &moment) {
                    moment.variables = Some(recorder.driver.variables()?);
                }
                moments.push(moment);
            }
            Came::End(end) => {
                last = by;
                break end;
            }
        }
    };
    recorder.driver.close();
    Ok(LevelTrace { moments, last, end })
}

/// Runs a program instruction by instruction. Reads variables where a session by lines could pause.
///
/// # Errors
/// If the program or the debugger does not cooperate.
pub fn record_instructions(
    driver: &mut dyn LevelDriver,
    program: &Program,
    table: &LineTable,
    limits: Limits,
) -> Result<LevelTrace, LevelError> {
    let next = |_: &Moment| Step::Instruction;
    record(driver, program, table, limits.instructions, next, |before, now| {
        !table.statements_at(now.address()).is_empty()
            || now.by.len() > 1
            || now.frames.len() < before.frames.len()
    })
}

/// Runs a program line by line.
///
/// # Errors
/// If the program or the debugger does not cooperate.
pub fn record_lines(
    driver: &mut dyn LevelDriver,
    program: &Program,
    table: &LineTable,
    limits: Limits,
    policy: &mut Policy,
) -> Result<LevelTrace, LevelError> {
    let next = |moment: &Moment| policy.next(moment.frames.len());
    record(driver, program, table, limits.lines, next, |_, _| true)
}
