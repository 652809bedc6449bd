//! Cross-checks a run by lines against a run by instructions.

use crate::activation::{inlined_frames, place, real_stack};
use crate::contradiction::{ContradictionKind, LevelContradiction, LevelJudgement, LevelRules};
use crate::exception::Exception;
use crate::table::LineTable;
use crate::trace::{LevelFrame, LevelMoment, LevelStep, LevelTrace, TraceEnd};
use crate::walk::{Begun, Due, Missed, Run, Seen};

/// The mark in a value for parts that are left out, more or fewer each time.
const ABBREVIATED: &str = "...";

/// Lists what contradicts.
pub fn judge(
    table: &LineTable,
    instructions: &LevelTrace,
    lines: &LevelTrace,
    rules: &LevelRules<'_>,
) -> LevelJudgement {
    let placed = place(table, instructions);
    let run = Run { table, trace: instructions, placed: &placed };
    let seen = Seen::new();
    let mut judge = Judge { run, rules, seen, judgement: LevelJudgement::default() };
    judge.odd_callers();
    judge.follow(lines);
    judge.judgement
}

struct Judge<'run> {
    run: Run<'run>,
    rules: &'run LevelRules<'run>,
    /// Where stepping by lines has ended so far.
    seen: Seen,
    judgement: LevelJudgement,
}

impl Judge<'_> {
    fn contradict(
        &mut self,
        kind: ContradictionKind,
        step: LevelStep,
        moments: (Option<usize>, Option<usize>),
        text: String,
    ) {
        let (line_moment, instruction_moment) = moments;
        let contradiction =
            LevelContradiction { kind, step, line_moment, instruction_moment, text };
        self.judgement.contradictions.push(contradiction);
    }

    fn makes(&self, exception: Exception) -> bool {
        self.rules.exceptions.contains(&exception)
    }

    fn except(&mut self, exception: Exception) {
        *self.judgement.exceptions.entry(exception).or_default() += 1;
    }

    fn odd_callers(&mut self) {
        for at in 0..self.run.placed.len() {
            if self.run.placed[at].is_odd {
                let moment = &self.run.trace.moments[at];
                let text = format!(
                    "one instruction leads from {} to {}",
                    stack_text(&self.run.trace.moments[at - 1].frames),
                    stack_text(&moment.frames)
                );
                self.contradict(
                    ContradictionKind::OddCallers,
                    LevelStep::Instruction,
                    (None, Some(at)),
                    text,
                );
            }
        }
    }

    fn follow(&mut self, lines: &LevelTrace) {
        let Some(first) = lines.moments.first() else { return };
        if self.run.trace.moments.first().map(LevelMoment::address) != Some(first.address()) {
            let text = format!("stepping by lines begins at {}", place_text(first));
            return self.contradict(
                ContradictionKind::OtherStart,
                LevelStep::Into,
                (Some(0), Some(0)),
                text,
            );
        }
        let mut from = 0;
        self.see(0, first);
        for (number, pair) in lines.moments.windows(2).enumerate() {
            let moment = &pair[1];
            let step = moment.by.first().copied().unwrap_or(LevelStep::Into);
            match self.one(from, step, number + 1, (&pair[0], moment)) {
                Some(at) => from = at,
                None => return,
            }
            self.see(from, moment);
        }
        if lines.end == TraceEnd::Finished && self.run.trace.end != TraceEnd::Limit {
            let step = lines.last.first().copied().unwrap_or(LevelStep::Into);
            let shown = lines.moments.last().unwrap_or(first);
            if let Some(due) = self.due(from, step, shown) {
                self.judgement.steps += 1;
                self.skipped(due, step, lines.moments.len(), "to the end of the program");
            }
        }
    }

    fn see(&mut self, at: usize, moment: &LevelMoment) {
        let id = self.run.placed[at].id;
        let lines = self.run.table.lines_over(moment.address());
        self.seen.extend(lines.into_iter().map(|line| (id, line)));
    }

    fn due(&mut self, from: usize, step: LevelStep, shown: &LevelMoment) -> Option<Due> {
        let begun = Begun { from, step, shown, seen: &self.seen };
        let (due, passed) = self.run.due(&begun);
        passed.into_iter().for_each(|exception| self.except(exception));
        due
    }

    /// Judges one step and returns the moment of the machine at which it ended, if known.
    fn one(
        &mut self,
        from: usize,
        step: LevelStep,
        number: usize,
        (before, moment): (&LevelMoment, &LevelMoment),
    ) -> Option<usize> {
        let Some(at) = self.find(from, step, before, moment) else {
            if self.run.trace.end == TraceEnd::Finished {
                let text = format!(
                    "a {step} ends at {}, which stepping by instructions does not reach after {}",
                    place_text(moment),
                    place_text(&self.run.trace.moments[from])
                );
                self.contradict(
                    ContradictionKind::NeverThere,
                    step,
                    (Some(number), Some(from)),
                    text,
                );
            }
            return None;
        };
        self.judgement.steps += 1;
        if at == from {
            self.except(Exception::InlinedCall);
            return Some(at);
        }
        let due = self.due(from, step, before).filter(|due| due.by < at);
        match due {
            Some(due) if self.is_shown_later(due, at, moment) => {
                self.except(Exception::InlinedCall);
            }
            Some(due) => self.skipped(due, step, number, &format!("to {}", place_text(moment))),
            None => self.rest((from, at), step, number, (before, moment)),
        }
        self.same_moment(at, step, number, moment);
        Some(at)
    }

    /// The moment of the machine at which a step ended: the first at the same instruction with the
    /// same callers, and with the same values if there is one.
    fn find(
        &self,
        from: usize,
        step: LevelStep,
        before: &LevelMoment,
        moment: &LevelMoment,
    ) -> Option<usize> {
        let stack = real_stack(self.run.table, &moment.frames);
        let is_it = |at: &usize| self.run.placed[*at].stack == stack;
        // A step into an inlined call may show other frames at the same instruction, but not those
        // of another file.
        let shows_more = moment.frames != before.frames
            || self.run.table.is_statement_elsewhere(moment.address());
        if step == LevelStep::Into && is_it(&from) && shows_more {
            return Some(from);
        }
        let mut found = (from + 1..self.run.placed.len()).filter(is_it);
        let first = found.next()?;
        if self.different(first, moment).is_none() {
            return Some(first);
        }
        // If it shows the values of a later moment, the step went too far, provided it was due to end
        // before.
        let begun = Begun { from, step, shown: before, seen: &self.seen };
        let is_too_far = |at: &usize| self.run.due(&begun).0.is_some_and(|due| due.by < *at);
        let later = found.find(|at| self.different(*at, moment).is_none());
        Some(later.filter(is_too_far).unwrap_or(first))
    }

    /// The first variable that has two values.
    fn different(&self, at: usize, moment: &LevelMoment) -> Option<(String, String, String)> {
        let line = moment.frames.first().map_or(0, |frame| frame.line);
        let machine = &self.run.trace.moments[at];
        let function =
            |moment: &LevelMoment| moment.frames.first().map(|frame| frame.function.clone());
        if function(machine) != function(moment) {
            return None;
        }
        let machine = machine.variables.as_ref()?;
        let mut variables = moment.variables.as_ref()?.iter();
        variables.find_map(|(name, value)| {
            let other = machine.get(name)?;
            let is_whole = ![value, other].iter().any(|text| text.contains(ABBREVIATED));
            let differs = other != value && is_whole && (self.rules.is_certain)(name, line);
            differs.then(|| (name.clone(), value.clone(), other.clone()))
        })
    }

    /// Whether a step ends at an inlined call on the very line that it seems to miss, without
    /// having left that line.
    fn is_shown_later(&self, due: Due, at: usize, moment: &LevelMoment) -> bool {
        let table = self.run.table;
        let lines = table.statements_at(self.run.address(due.at));
        let stays = |at: usize| table.statements_at(self.run.address(at)).is_subset(&lines);
        table.is_inline_entry(moment.address())
            && moment.frames.first().is_some_and(|frame| lines.contains(&frame.line))
            && (due.at..at).all(stays)
    }

    fn skipped(&mut self, due: Due, step: LevelStep, number: usize, to: &str) {
        let missed = &self.run.trace.moments[due.at];
        let kind = match due.what {
            Missed::Line => ContradictionKind::SkippedLine,
            Missed::LineAfterJump => ContradictionKind::SkippedLineAfterJump,
            Missed::LineOfCallee => ContradictionKind::SkippedLineOfCallee,
            Missed::Call => ContradictionKind::SkippedCall,
        };
        let text = format!(
            "a {step} goes {to} and passes by {}, where a statement begins that runs in between",
            place_text(missed)
        );
        self.contradict(kind, step, (Some(number), Some(due.at)), text);
    }

    /// Judges the end of a step that did not go too far.
    fn rest(
        &mut self,
        (from, at): (usize, usize),
        step: LevelStep,
        number: usize,
        (before, moment): (&LevelMoment, &LevelMoment),
    ) {
        let placed = self.run.placed;
        let (start, end) = (&placed[from], &placed[at]);
        let both = (Some(number), Some(at));
        let is_callee = end.depth() > start.depth();
        if step != LevelStep::Into && is_callee {
            let text = format!("a {step} ends in a call, at {}", place_text(moment));
            return self.contradict(ContradictionKind::EnteredCall, step, both, text);
        }
        if step == LevelStep::Out && end.id == start.id {
            if self.run.table.inline_depth(self.run.address(from)) > 0 {
                return self.except(Exception::InlinedCall);
            }
            let text = format!("a {step} ends in the same call, at {}", place_text(moment));
            return self.contradict(ContradictionKind::NotLeft, step, both, text);
        }
        if !self.run.table.statements_at(moment.address()).is_empty() {
            return;
        }
        let inlined = |at: usize| self.run.table.inline_depth(self.run.address(at));
        let table = self.run.table;
        let enters_inlined = inlined(at) > inlined(at - 1)
            || table.is_inline_entry(self.run.address(at - 1))
            || table.is_statement_elsewhere(moment.address());
        let comes_back = placed[from..at].iter().any(|one| one.depth() > end.depth());
        if enters_inlined || self.run.table.is_inline_entry(moment.address()) {
            self.except(Exception::InlinedCall);
        } else if is_callee {
            self.except(Exception::Prologue);
        } else if comes_back && end.depth() < start.depth() {
            self.except(Exception::ReturnInTheMiddle);
        } else if self.makes(Exception::RowWithoutStatement)
            && !table.rows_at(moment.address()).is_empty()
        {
            self.except(Exception::RowWithoutStatement);
        } else {
            let shown = |moment: &LevelMoment| inlined_frames(table, &moment.frames);
            let is_entered = step != LevelStep::Into && shown(moment) > shown(before);
            let kind = if is_entered {
                ContradictionKind::EnteredCall
            } else {
                ContradictionKind::MiddleOfLine
            };
            let text = format!(
                "a {step} ends at {}, where no row of the line table begins a statement",
                place_text(moment)
            );
            self.contradict(kind, step, both, text);
        }
    }

    /// Judges what both levels show at one moment.
    fn same_moment(&mut self, at: usize, step: LevelStep, number: usize, moment: &LevelMoment) {
        let machine = &self.run.trace.moments[at];
        let both = (Some(number), Some(at));
        // The frame of an inlined call may be hidden at its beginning.
        if self.run.table.is_inline_entry(moment.address()) || self.run.placed[at].is_odd {
            return;
        }
        let (Some(top), Some(other)) = (moment.frames.first(), machine.frames.first()) else {
            return;
        };
        if top.line != other.line {
            let text = format!(
                "the instruction at {:#x} is on line {} by lines and on line {} by instructions",
                top.address, top.line, other.line
            );
            return self.contradict(ContradictionKind::Line, step, both, text);
        }
        let function = self.run.table.function_at(top.address).map(|function| &function.name);
        let is_shown = |name: &String| moment.frames.iter().any(|frame| frame.function == *name);
        if let Some(name) = function.filter(|name| !is_shown(name)) {
            let text = format!(
                "at {:#x}, in {name}, the frames are {}",
                top.address,
                stack_text(&moment.frames)
            );
            return self.contradict(ContradictionKind::Backtrace, step, both, text);
        }
        if moment.frames != machine.frames {
            let text = format!(
                "at {:#x} the callers are {} by lines and {} by instructions",
                top.address,
                stack_text(&moment.frames),
                stack_text(&machine.frames)
            );
            return self.contradict(ContradictionKind::Backtrace, step, both, text);
        }
        if let Some((name, by_lines, by_instructions)) = self.different(at, moment) {
            let text = format!(
                "at {} the variable {name} is {by_lines} by lines and {by_instructions} by instructions",
                place_text(moment)
            );
            self.contradict(ContradictionKind::Value, step, both, text);
        }
    }
}

fn place_text(moment: &LevelMoment) -> String {
    match moment.frames.first() {
        Some(frame) => format!("line {} of {} ({:#x})", frame.line, frame.function, frame.address),
        None => "nowhere".to_owned(),
    }
}

fn stack_text(frames: &[LevelFrame]) -> String {
    let describe =
        |frame: &LevelFrame| format!("{} {} {:#x}", frame.function, frame.line, frame.address);
    frames.iter().map(describe).collect::<Vec<_>>().join(" < ")
}
