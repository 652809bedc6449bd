//! Makes a trace of each level.

use crate::driver::{LevelDriver, LevelError, StepAnswer};
use crate::table::LineTable;
use crate::trace::{LevelFrame, LevelMoment, LevelStep, LevelTrace, TraceEnd};
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
pub struct RecordLimits {
    /// Instructions.
    pub instructions: usize,
    /// Steps by lines.
    pub lines: usize,
}

impl Default for RecordLimits {
    fn default() -> Self {
        Self { instructions: 1_500, lines: 300 }
    }
}

/// How a session by lines steps.
pub enum StepPolicy {
    /// Into every call.
    Into,
    /// Over every call.
    Over,
    /// In, over and out at random.
    Mixed(Box<TestRng>),
}

impl StepPolicy {
    fn next(&mut self, depth: usize) -> LevelStep {
        match self {
            StepPolicy::Into => LevelStep::Into,
            StepPolicy::Over => LevelStep::Over,
            StepPolicy::Mixed(rng) => {
                let (goes_out, goes_over) = (rng.chance(OUT_PERCENT), rng.chance(OVER_PERCENT));
                match (goes_out && depth > 1, goes_over) {
                    (true, _) => LevelStep::Out,
                    (false, true) => LevelStep::Over,
                    (false, false) => LevelStep::Into,
                }
            }
        }
    }
}

/// Where the program is.
enum Arrival {
    To(Vec<LevelFrame>),
    End(TraceEnd),
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
    ) -> Result<(Self, LevelMoment), LevelError> {
        let main = table.functions.iter().find(|function| function.name == "main");
        let Some(main) = main else {
            return Err(LevelError::Program("it has no main".to_owned()));
        };
        let answer = driver.begin(program)?;
        let StepAnswer::Stopped(frames) = answer else {
            return Err(LevelError::Program("it does not reach main".to_owned()));
        };
        let bias = driver.main_address()?.wrapping_sub(main.entry);
        let recorder = Self { driver, table, bias };
        let (frames, _) = recorder.own(frames);
        if frames.is_empty() {
            return Err(LevelError::Program("it does not reach main".to_owned()));
        }
        let variables = Some(recorder.driver.variables()?);
        Ok((recorder, LevelMoment { by: Vec::new(), frames, variables }))
    }

    /// The program's own frames, with addresses of the file, and how many others are above them.
    fn own(&self, mut frames: Vec<LevelFrame>) -> (Vec<LevelFrame>, usize) {
        for frame in &mut frames {
            frame.address = frame.address.wrapping_sub(self.bias);
        }
        // A caller is paused after its call, which may be where its function ends; a caller of an
        // inlined call may be reported at the start of that call.
        let is_own = |(level, frame): (usize, &LevelFrame)| {
            self.table.function_at(frame.address).is_some()
                || (level > 0 && self.table.function_at(frame.address.wrapping_sub(1)).is_some())
        };
        let own: Vec<bool> = frames.iter().enumerate().map(is_own).collect();
        let above = own.iter().take_while(|is_own| !**is_own).count();
        let frames = frames.into_iter().zip(own).filter_map(|(frame, own)| own.then_some(frame));
        (frames.collect(), above)
    }

    /// Steps, and leaves code outside the program.
    fn step(&mut self, step: LevelStep, by: &mut Vec<LevelStep>) -> Result<Arrival, LevelError> {
        let mut next = step;
        let mut above = 0;
        let mut outside_max = OUTSIDE_MAX;
        while by.len() < outside_max {
            by.push(next);
            let StepAnswer::Stopped(frames) = self.driver.step(next, above)? else {
                // If it does not return, it may have continued elsewhere.
                let end = match next {
                    LevelStep::Leave => {
                        TraceEnd::Lost("a library function does not return".to_owned())
                    }
                    _ => TraceEnd::Finished,
                };
                return Ok(Arrival::End(end));
            };
            let function = frames.first().map(|frame| frame.function.clone()).unwrap_or_default();
            let (frames, others) = self.own(frames);
            above = others;
            let is_jump = function.contains(JUMPS_AWAY) || by.len() > 1;
            next = match (frames.is_empty(), above) {
                (false, 0) => return Ok(Arrival::To(frames)),
                // If it jumps, it is followed into the program.
                (false, _) if next == LevelStep::Instruction && is_jump => {
                    outside_max = JUMP_INSTRUCTIONS_MAX;
                    LevelStep::Instruction
                }
                (false, _) => LevelStep::Leave,
                (true, _) if next == LevelStep::Instruction && by.len() > 1 => {
                    LevelStep::Instruction
                }
                (true, _) => LevelStep::Continue,
            };
        }
        Ok(Arrival::End(TraceEnd::Lost("it stays in code outside the program".to_owned())))
    }
}

fn record(
    driver: &mut dyn LevelDriver,
    program: &Program,
    table: &LineTable,
    limit: usize,
    mut next: impl FnMut(&LevelMoment) -> LevelStep,
    wants_variables: impl Fn(&LevelMoment, &LevelMoment) -> bool,
) -> Result<LevelTrace, LevelError> {
    let (mut recorder, first) = Recorder::begin(driver, program, table)?;
    let mut moments = vec![first];
    let mut last = Vec::new();
    let end = loop {
        let Some(now) = moments.last() else { break TraceEnd::Limit };
        if moments.len() > limit {
            break TraceEnd::Limit;
        }
        let mut by = Vec::new();
        match recorder.step(next(now), &mut by)? {
            Arrival::To(frames) => {
                let mut moment = LevelMoment { by, frames, variables: None };
                if wants_variables(now, &moment) {
                    moment.variables = Some(recorder.driver.variables()?);
                }
                moments.push(moment);
            }
            Arrival::End(end) => {
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
    limits: RecordLimits,
) -> Result<LevelTrace, LevelError> {
    let next = |_: &LevelMoment| LevelStep::Instruction;
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
    limits: RecordLimits,
    policy: &mut StepPolicy,
) -> Result<LevelTrace, LevelError> {
    let next = |moment: &LevelMoment| policy.next(moment.frames.len());
    record(driver, program, table, limits.lines, next, |_, _| true)
}
