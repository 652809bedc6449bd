//! Who is wrong in handwritten sessions.

use debunk_model::{Action, Frame, Location, Observation, Outcome, Pause, Place, Trace};
use debunk_testimony::{
    Liar, Moments, TimedSide, contradicts_itself, infer, infer_by_lines, infer_ordered,
    infer_unseen,
};

/// A stack such as `f 2:2 < 5:0`.
fn pause(stack: &str) -> Observation {
    let frame = |text: &str| {
        let (function, at) = text.rsplit_once(' ').unwrap_or(("", text));
        Frame { function: function.to_owned(), place: Place::Program { at: location(at) } }
    };
    Observation::Paused(Pause {
        frames: stack.split(" < ").map(frame).collect(),
        variables: Vec::new(),
    })
}

fn location(text: &str) -> Location {
    let (line, column) = text.split_once(':').expect("line:column");
    Location::new(line.parse().expect("line"), column.parse().expect("column"))
}

fn trace(breakpoints: &[&str], steps: &[(Action, &str)]) -> Trace {
    let mut trace = Trace::default();
    for at in breakpoints {
        let at = location(at);
        trace.push(Action::add_breakpoint(at), Observation::BreakpointSet { at });
    }
    for (action, stack) in steps {
        let shown = match *stack {
            "end" => Observation::Finished(Outcome::default()),
            stack => pause(stack),
        };
        trace.push(action.clone(), shown);
    }
    trace
}

/// The last step of each trace shows the contradiction.
fn sides<'trace>(first: &'trace Trace, second: &'trace Trace) -> [TimedSide<'trace>; 2] {
    [(Liar::First, first), (Liar::Second, second)].map(|(side, trace)| TimedSide {
        side,
        trace,
        step: trace.steps.len() - 1,
        time: None,
        before: None,
        text: "",
    })
}

fn contradiction(breakpoints: &[&str], steps: &[(Action, &str)]) -> Option<String> {
    let trace = trace(breakpoints, steps);
    contradicts_itself(&trace, "", trace.steps.len() - 1)
}

#[test]
fn one_place_is_in_one_function() {
    let twice = |last| [(Action::Start, "f 2:2 < 5:0"), (Action::Continue, last)];
    assert!(
        contradiction(&["2:2"], &twice("2:2")).is_some_and(|it| it.contains("was in f before"))
    );
    assert_eq!(contradiction(&["2:2"], &twice("f 2:2 < 6:0")), None);
}

#[test]
fn callers_stay_while_their_callee_runs() {
    let before = (Action::Start, "inner 3:4 < make 2:9 < attempt 11:2 < 22:0");
    let after = |stack| contradiction(&["3:4"], &[before.clone(), (Action::StepOver, stack)]);
    assert!(after("make 5:5 < 22:0").is_some_and(|it| it.contains("attempt")));
    assert_eq!(after("make 5:5 < attempt 11:2 < 22:0"), None);
    assert_eq!(after("attempt 12:2 < 22:0"), None, "it has returned");
    assert_eq!(after("make 5:5"), None, "a job of its own");
}

#[test]
fn a_step_out_leaves_its_call() {
    let after = |breakpoints: &[&str], stack| {
        contradiction(breakpoints, &[(Action::Start, "f 2:2 < 5:0"), (Action::StepOut, stack)])
    };
    assert!(after(&["2:2"], "f 3:2 < 5:0").is_some());
    assert_eq!(after(&["2:2", "3:2"], "f 3:2 < 5:0"), None, "a breakpoint stands there");
    assert_eq!(after(&["2:2"], "f 3:2 < 6:0"), None, "another call");
    assert_eq!(after(&["2:2"], "5:0"), None);
}

#[test]
fn a_breakpoint_that_stands_all_the_time_is_not_passed() {
    let seen = trace(&["2:2"], &[(Action::Start, "f 2:2 < 5:0")]);
    let silent = trace(&["2:2"], &[(Action::Start, "end")]);
    let [first, second] = sides(&seen, &silent);
    assert_eq!(infer_unseen(&first, &second).map(|it| it.liar), Some(Liar::Second));
    assert_eq!(infer_unseen(&second, &first).map(|it| it.liar), Some(Liar::Second));
    let without = trace(&[], &[(Action::Start, "end")]);
    let [first, second] = sides(&seen, &without);
    assert_eq!(infer_unseen(&first, &second), None);
    let elsewhere = [(Action::Start, "f 2:2 < g 3:0 < 5:0"), (Action::Continue, "end")];
    let called = trace(&["2:2"], &elsewhere);
    let [first, second] = sides(&seen, &called);
    assert_eq!(infer_unseen(&first, &second), None, "it did pause there");
}

#[test]
fn a_pause_that_may_complete_a_step_proves_no_passing() {
    let session = |first: Action, callers: &str, last: &str| {
        let begin = format!("14:2{callers}");
        let steps = [(Action::Start, &*begin), (first, "then 8:4"), (Action::Continue, last)];
        trace(&["16:4", "14:2", "8:4"], &steps)
    };
    let liar = |first: Action, callers: &str| {
        let early = session(first.clone(), callers, "14:2");
        let late = session(first, callers, "16:4");
        let [mut early, late] = sides(&early, &late);
        early.time = Some(Moments { first: 5, last: 5, is_next: false });
        infer_ordered(&early, &late).map(|it| it.liar)
    };
    assert_eq!(liar(Action::StepOver, " < 20:2"), None, "the step began before the wait");
    assert_eq!(liar(Action::Continue, " < 20:2"), Some(Liar::Second), "nothing was interrupted");
    assert_eq!(liar(Action::StepOver, ""), Some(Liar::Second), "nothing has waited");

    let early = session(Action::StepOver, " < 20:2", "14:2");
    let silent = session(Action::StepOver, " < 20:2", "end");
    let [early, silent] = sides(&early, &silent);
    assert_eq!(infer_unseen(&early, &silent), None);
}

/// Nobody else was ever there without callers, and no log says that the program was.
#[test]
fn a_pause_with_callers_that_nobody_else_had_proves_no_passing() {
    let call = "3:32 < sleep 3:20 < 8:39";
    let steps = |last| {
        let out = (Action::StepOut, "sleep 7:0 < 8:39");
        [(Action::Start, call), out, (Action::Continue, last)]
    };
    let liar = |claimed: &'static str, time: Option<Moments>| {
        let seen = trace(&["3:32"], &steps(claimed));
        let silent = trace(&["3:32"], &steps("end"));
        let [mut first, second] = sides(&seen, &silent);
        first.time = time;
        let found = infer(&first, &second).map(|it| it.liar);
        assert_eq!(infer_unseen(&first, &second).map(|it| it.liar).or(found), found);
        found
    };
    let (dated, vague) = (
        Moments { first: 7, last: 7, is_next: false },
        Moments { first: 7, last: 9, is_next: false },
    );
    assert_eq!(liar("3:32", None), None);
    assert_eq!(liar("3:32", Some(vague)), None);
    assert_eq!(liar("3:32", Some(dated)), Some(Liar::Second), "the log knows it");
    assert_eq!(liar(call, None), Some(Liar::Second), "as before");
    assert_eq!(liar("4:2", None), None, "no breakpoint stands there");
    assert_eq!(liar("3:33", None), None, "no breakpoint stands there");
}

/// The program is on a line before its call and after it, so a later pause there proves no order.
#[test]
fn a_line_that_calls_is_before_the_call_as_well_as_after_it() {
    let unknown = Some(Moments { first: 0, last: 9, is_next: false });
    let liar = |call: &str, next: &str| {
        let steps = [(Action::Start, "16:0"), (Action::Continue, call), (Action::StepOut, next)];
        let seen = trace(&["17:0", "9:4"], &steps);
        let other = trace(&["17:0", "9:4"], &[steps[0].clone(), (Action::Continue, next)]);
        let [mut first, mut second] = sides(&seen, &other);
        (first.step, first.time, second.time) = (3, unknown, unknown);
        let [ordered, inferred] = [infer_ordered(&first, &second), infer(&first, &second)];
        assert_eq!(ordered, inferred);
        inferred.map(|it| it.liar)
    };
    assert_eq!(liar("f 9:4 < 17:6", "17:0"), None, "17:0 comes before the call, too");
    assert_eq!(liar("f 9:4 < 17:6", "18:0"), Some(Liar::Second), "18:0 comes after it");
    assert_eq!(liar("f 9:4 < g 2:2 < 17:6", "17:0"), None, "a call in a call");
    assert_eq!(liar("f 9:4 < 17:6", "h 17:0"), Some(Liar::Second), "another function");
    assert_eq!(liar("9:4", "17:0"), Some(Liar::Second), "no call");
}

/// A loop comes to the same places again: who was there a round later has not run past anything.
#[test]
fn a_later_round_of_a_loop_is_another_moment() {
    let at = |time: usize| Some(Moments { first: time, last: time, is_next: false });
    let session = |last| trace(&["10:3"], &[(Action::Start, "9:2"), (Action::Continue, last)]);
    let (stops, ends) = (session("10:3"), session("end"));
    let liar = |before: Option<Moments>| {
        let [mut first, mut second] = sides(&stops, &ends);
        (first.time, second.before) = (at(15), before);
        let [inferred, swapped] = [infer(&first, &second), infer(&second, &first)];
        assert_eq!(inferred, swapped);
        inferred.map(|it| it.liar)
    };
    assert_eq!(liar(at(13)), Some(Liar::Second));
    assert_eq!(liar(None), Some(Liar::Second));
    assert_eq!(liar(Some(Moments { first: 13, last: 24, is_next: false })), Some(Liar::Second));
    assert_eq!(liar(at(24)), None, "the breakpoint is behind it");
}

#[test]
fn a_finer_step_does_not_go_further() {
    let start = (Action::Start, "f 2:2 < 5:0");
    let out = trace(&["2:2"], &[start.clone(), (Action::StepOut, "6:0")]);
    let over = trace(&["2:2"], &[start, (Action::StepOver, "7:0")]);
    let [early, late] = sides(&out, &over);
    assert_eq!(infer_ordered(&early, &late).map(|it| it.liar), Some(Liar::Second));
    let [early, late] = sides(&over, &out);
    assert_eq!(infer_ordered(&early, &late), None, "a step out may go further than a step over");
}

/// One line can be several places, so a pause proves something only if it is known when it was.
#[test]
fn by_lines_a_pause_counts_only_if_its_time_is_known() {
    let stops = trace(&["5:0"], &[(Action::Start, "f 5:0 < 9:0")]);
    let passes = trace(&["5:0"], &[(Action::Start, "end")]);
    let liar = |time: Option<Moments>| {
        let [mut first, second] = sides(&stops, &passes);
        first.time = time;
        let found = [infer_by_lines(&first, &second), infer_by_lines(&second, &first)];
        found.map(|verdict| verdict.map(|verdict| verdict.liar))
    };
    let known = Moments { first: 4, last: 4, is_next: false };
    assert_eq!(liar(Some(known)), [Some(Liar::Second); 2]);
    assert_eq!(liar(None), [None; 2]);
}

#[test]
fn a_breakpoint_may_pause_in_a_call_that_no_step_enters() {
    let liar = |breakpoints: &[&str]| {
        let start = (Action::Start, "4:0");
        let into = trace(breakpoints, &[start.clone(), (Action::StepIn, "g 2:2 < 4:3")]);
        let over = trace(&["4:0"], &[start, (Action::StepIn, "5:0")]);
        let [first, second] = sides(&into, &over);
        infer(&first, &second).map(|verdict| verdict.liar)
    };
    assert_eq!(liar(&["4:0"]), Some(Liar::Second));
    assert_eq!(liar(&["4:0", "2:2"]), None);
    assert_eq!(liar(&["4:0", "2:0"]), None, "one elsewhere on the line");
}

/// In some debuggers a breakpoint acts for its whole line, and a step that reached one that failed
/// to pause may continue as another step: where it ended says nothing about steps.
#[test]
fn a_step_that_may_have_come_to_one_more_breakpoint_proves_nothing() {
    let liar = |more: &[&str], both: &[&str], is_next: bool| {
        let start = (Action::Start, "9:0");
        let stops = trace(&[both, more].concat(), &[start.clone(), (Action::StepOver, "9:17")]);
        let passes = trace(both, &[start, (Action::StepOver, "g 2:2 < 9:30")]);
        let [mut first, mut second] = sides(&stops, &passes);
        first.time = Some(Moments { first: 3, last: 3, is_next });
        second.time = Some(Moments { first: 9, last: 9, is_next: false });
        infer_ordered(&first, &second).map(|it| it.liar)
    };
    assert_eq!(liar(&["9:0"], &["2:2"], false), None);
    assert_eq!(liar(&["9:0"], &["2:2"], true), Some(Liar::Second), "it comes there next");
    assert_eq!(liar(&["7:2"], &["2:2"], false), None, "it may have come by there");
    assert_eq!(liar(&[], &["2:2", "9:0"], false), Some(Liar::Second), "both have it");
}

#[test]
fn a_breakpoint_goes_to_the_first_place() {
    let set = |at: &str| {
        let mut trace = Trace::default();
        let action = Action::add_breakpoint(location("1:0"));
        trace.push(action, Observation::BreakpointSet { at: location(at) });
        trace
    };
    let (near, far) = (set("2:2"), set("3:0"));
    let [first, second] = sides(&near, &far);
    assert_eq!(infer(&first, &second).map(|it| it.liar), Some(Liar::Second));
    let [first, second] = sides(&far, &near);
    assert_eq!(infer(&first, &second).map(|it| it.liar), Some(Liar::First));
}

/// Some debuggers reject lines without code, so the answer of another session proves nothing.
#[test]
fn a_rejected_breakpoint_convicts_nobody() {
    let answered = |observation: Observation| {
        let mut trace = Trace::default();
        trace.push(Action::add_breakpoint(location("1:0")), observation);
        trace
    };
    let set = answered(Observation::BreakpointSet { at: location("2:0") });
    let refused = answered(Observation::BreakpointRefused { reason: "blank".to_owned() });
    for [first, second] in [sides(&set, &refused), sides(&refused, &set)] {
        assert_eq!(infer(&first, &second), None);
    }
}

/// A breakpoint whose condition is never true may be why a step ended, unless the program gets
/// there next.
#[test]
fn a_step_that_ends_where_the_program_comes_next_is_not_blamed() {
    let never = |trace: &mut Trace| {
        let at = location("2:2");
        let action = Action::AddBreakpoint { at, condition: Some("1 > 2".to_owned()) };
        trace.push(action, Observation::BreakpointSet { at });
    };
    let session = |has_condition: bool, end: &str| {
        let mut made = trace(&["4:0"], &[]);
        if has_condition {
            never(&mut made);
        }
        made.push(Action::Start, pause("4:0"));
        made.push(Action::StepIn, pause(end));
        made
    };
    let (initial, follow_up) = (session(false, "5:0"), session(true, "g 2:2 < 4:3"));
    let liar = |is_next: bool| {
        let [mut first, mut second] = sides(&initial, &follow_up);
        first.time = Some(Moments { first: 9, last: 9, is_next: false });
        second.time = Some(Moments { first: 3, last: 3, is_next });
        infer_ordered(&second, &first).map(|it| it.liar)
    };
    assert_eq!(liar(true), Some(Liar::First));
    assert_eq!(liar(false), None);
}
