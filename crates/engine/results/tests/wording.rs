//! Heading, verdict, proof and markers of a report agree, for every verdict.

use debunk_model::{Action, Frame, Goal, Location, Observation, Pause, Place, Program, Trace};
use debunk_relations::{Violation, ViolationKind};
use debunk_results::{Class, Finding, SCHEMA_VERSION, Side, markdown, script, wording};
use debunk_session::DebuggerInfo;
use debunk_testimony::{Liar, Verdict};

/// A session that pauses once, at that column of the only line.
fn side(column: u32) -> Side {
    let at = Location::new(1, column);
    let mut trace = Trace::default();
    let pause = Pause {
        frames: vec![Frame { function: String::new(), place: Place::Program { at } }],
        variables: Vec::new(),
    };
    trace.push(Action::Start, Observation::Paused(pause));
    Side { program: Program::javascript("p.js", Goal::Script, "f(); g();\n"), trace }
}

fn finding(liar: Liar, proof: &[&str], is_pair: bool) -> Finding {
    let word = |text: &str| text.to_owned();
    Finding {
        schema: SCHEMA_VERSION,
        debugger: DebuggerInfo {
            name: word("node"),
            product: word("node"),
            version: word("20.0.0"),
            engine: None,
        },
        relation: word("set-and-remove"),
        interactive: false,
        test: 7,
        seed: 1,
        round: 1,
        history: Vec::new(),
        violation: Violation {
            kind: ViolationKind::PausedElsewhere,
            action: Action::Start,
            step: 0,
            expected_step: is_pair.then_some(0),
            detail: word("paused at 1:5, expected 1:0"),
        },
        class: Class {
            relation: word("set-and-remove"),
            kind: word("paused-elsewhere"),
            action: word("start"),
            node: word("Program"),
        },
        verdict: Verdict { liar, proof: proof.iter().map(|text| word(text)).collect() },
        initial: side(0),
        follow_up: is_pair.then(|| side(5)),
        transformation: None,
        recipe: None,
        witness: None,
    }
}

/// What a report says of a verdict, line by line, and the marks of its script by session.
fn told(finding: &Finding) -> String {
    let report = markdown(finding);
    let wanted = |line: &&str| {
        ["# ", "Answer", "Contradiction", "It contradicts", "Verdict", ">", "### ", "`node"]
            .iter()
            .any(|begin| line.starts_with(begin))
    };
    let mut lines: Vec<String> = report.lines().filter(wanted).map(str::to_owned).collect();
    let words = wording(finding);
    for (session, mark) in [("1", &words.first), ("2", &words.second)] {
        if let Some(mark) = mark {
            let line =
                format!("session {session} step {}: {}: {}", mark.step + 1, mark.word, mark.text);
            lines.push(line);
            let script = script(finding).expect("a script");
            assert!(script.contains(&format!("\"mark\":\"{}\"", mark.word)), "{script}");
        }
    }
    lines.join("\n")
}

#[track_caller]
fn check(liar: Liar, proof: &[&str], is_pair: bool, expected: &str) {
    assert_eq!(told(&finding(liar, proof, is_pair)), expected.trim());
}

const PLAYS: &str = "`node reproduce.js` runs SESSIONS on the `node` that is installed and prints what it does against what it should do; give the path of another one as argument.";

fn plays(sessions: &str) -> String {
    PLAYS.replace("SESSIONS", sessions)
}

#[test]
fn a_session_that_is_wrong_by_itself_is_the_only_one() {
    let expected = format!(
        "# node 20.0.0: paused at 1:5, expected 1:0\n\
         Answer: **paused-elsewhere** at step 1, after *start*: paused at 1:5, expected 1:0.\n\
         Verdict: the session is wrong by itself.\n\
         ### Session\n{}\n\
         session 1 step 1: WRONG: paused at 1:5, expected 1:0",
        plays("the session")
    );
    check(Liar::First, &["paused at 1:5, expected 1:0"], false, &expected);
    check(Liar::First, &[], false, &expected);
    check(Liar::First, &[""], false, &expected);
    let text = markdown(&finding(Liar::First, &[], false));
    assert!(!text.contains("both") && !text.contains("second"), "{text}");
}

#[test]
fn a_session_of_which_nothing_is_proven_is_not_called_wrong() {
    let expected = format!(
        "# node 20.0.0: paused at 1:5, expected 1:0\n\
         Answer: **paused-elsewhere** at step 1, after *start*: paused at 1:5, expected 1:0.\n\
         Verdict: whether the session is wrong is not proven.\n\
         ### Session\n{}\n\
         session 1 step 1: CONTRADICTION: paused at 1:5, expected 1:0",
        plays("the session")
    );
    check(Liar::Undecided, &[], false, &expected);
}

/// The lines that are the same for all pairs.
fn pair(title: &str, verdict: &str, marks: &str) -> String {
    format!(
        "# node 20.0.0: {title}\n\
         Contradiction: **paused-elsewhere** at step 1 of the second session, after *start*: paused at \
         1:5, expected 1:0.\n\
         It contradicts step 1 of the first session.\n\
         Verdict: {verdict}\n\
         ### First session\n\
         ### Second session\n{}\n{marks}",
        plays("both sessions")
    )
}

#[test]
fn the_heading_follows_the_first_session_where_it_is_wrong() {
    let expected = pair(
        "1:0 never runs (first session)",
        "the first session is wrong.",
        "session 1 step 1: WRONG: 1:0 never runs",
    );
    check(Liar::First, &["1:0 never runs"], true, &expected);
}

#[test]
fn the_heading_follows_the_second_session_where_it_is_wrong() {
    let expected = pair(
        "paused at 1:5, expected 1:0",
        "the second session is wrong.\n> 1:5 never runs",
        "session 2 step 1: WRONG: paused at 1:5, expected 1:0",
    );
    check(Liar::Second, &["1:5 never runs"], true, &expected);
}

#[test]
fn both_sessions_are_marked_where_both_are_wrong() {
    let expected = pair(
        "both sessions are wrong: paused at 1:5, expected 1:0",
        "both sessions are wrong.\n> 1:0 never runs\n> 1:5 never runs",
        "session 1 step 1: WRONG: 1:0 never runs\nsession 2 step 1: WRONG: 1:5 never runs",
    );
    check(Liar::Both, &["1:0 never runs", "1:5 never runs"], true, &expected);
}

#[test]
fn no_session_is_called_wrong_where_nothing_is_proven() {
    let expected = pair(
        "two sessions contradict each other: paused at 1:5, expected 1:0",
        "the two sessions contradict each other; which of them is wrong is not proven.",
        "session 2 step 1: CONTRADICTION: paused at 1:5, expected 1:0",
    );
    check(Liar::Undecided, &[], true, &expected);
    check(Liar::Undecided, &[""], true, &expected);
}
