//! Findings that try everything to break out of a report.

use debunk_model::{
    Action, Edit, Frame, Goal, Location, Observation, Outcome, Pause, Place, Program, Scope,
    ScopeKind, SourceMap, Trace,
};
use debunk_relations::{Rules, Violation, ViolationKind};
use debunk_results::{
    CampaignSummary, Class, ClassSummary, Discovery, Ending, Finding, KeptFinding, RelationCount,
    Results, SCHEMA_VERSION, Side, Tally, Transformation, markdown, script,
};
use debunk_session::DebuggerInfo;
use debunk_testimony::{Excerpt, ExcerptEntry, Liar, Verdict, WitnessRecord};
use std::collections::BTreeMap;

/// Markup, ends of elements and comments, and invisible characters.
pub const HOSTILE: &str = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\
                           <!--]]>&lt;{{data}}\u{0}\u{1b}[31m\u{202e}\u{2028}\u{feff}\u{ffff}'\"`";

fn pause(line: u32, value: &str) -> Observation {
    let at = Location::new(line, 2);
    let frame = Frame { function: HOSTILE.to_owned(), place: Place::Program { at } };
    let outside = Place::Outside { url: format!("javascript:{HOSTILE}") };
    let names = ["x", HOSTILE, "__proto__", "constructor"];
    let variables = names.map(|name| (name.to_owned(), value.to_owned()));
    Observation::Paused(Pause {
        frames: vec![frame, Frame { function: String::new(), place: outside }],
        variables: vec![Scope { kind: ScopeKind::Own, variables: BTreeMap::from(variables) }],
    })
}

fn trace(value: &str) -> Trace {
    let (asked, at) = (Location::new(1, 0), Location::new(2, 2));
    let condition = Some(HOSTILE.to_owned());
    let mut trace = Trace::default();
    let refused = Observation::BreakpointRefused { reason: HOSTILE.to_owned() };
    trace.push(Action::AddBreakpoint { at: asked, condition }, Observation::BreakpointSet { at });
    trace.push(Action::add_breakpoint(Location::new(99, 0)), refused);
    trace.push(Action::Start, pause(2, "1"));
    trace.push(Action::StepOver, pause(3, value));
    let output = vec![HOSTILE.to_owned(), "plain".to_owned()];
    let error = Some(HOSTILE.to_owned());
    trace.push(Action::Continue, Observation::Finished(Outcome { output, error }));
    trace
}

fn excerpt() -> Excerpt {
    let entry = |line, value: &str| ExcerptEntry {
        line,
        column: 2,
        depth: 1,
        function: HOSTILE.to_owned(),
        values: BTreeMap::from([
            ("x".to_owned(), value.to_owned()),
            (HOSTILE.to_owned(), HOSTILE.to_owned()),
        ]),
    };
    Excerpt { entries: vec![entry(1, "uninitialised"), entry(2, "1"), entry(3, "7")], cut: true }
}

/// A finding whose every text is hostile.
pub fn finding(test: u64, is_pair: bool) -> Finding {
    // A line end in a comment would be one of the program.
    let comment: String = HOSTILE.chars().filter(|character| *character != '\u{2028}').collect();
    let text = format!("// {comment}\n  let x = 1;\n  print(x); /* {comment} */\n");
    let before = Program::javascript(HOSTILE, Goal::Script, text);
    let edits = vec![Edit::insert(0, format!("if (false) {{ '{comment}'; }} "))];
    let map = SourceMap::apply(&before.text, edits.clone()).expect("the edit fits");
    let after = Program { text: map.new_text().clone(), ..before.clone() };
    let transformation = Transformation {
        edits,
        steps: Vec::new(),
        rules: Rules::default(),
        may_pause_within: None,
        note: HOSTILE.to_owned(),
    };
    let side = |program: &Program, value| Side { program: program.clone(), trace: trace(value) };
    let relation = if is_pair { "insert-dead-code" } else { "witness" };
    Finding {
        schema: SCHEMA_VERSION,
        debugger: DebuggerInfo {
            name: "node".to_owned(),
            product: "node".to_owned(),
            version: HOSTILE.to_owned(),
            engine: Some(HOSTILE.to_owned().into()),
        },
        relation: relation.to_owned(),
        interactive: false,
        test,
        seed: 1,
        round: 1,
        history: vec![HOSTILE.to_owned()],
        violation: Violation {
            kind: ViolationKind::Variables,
            action: Action::StepOver,
            step: 3,
            expected_step: is_pair.then_some(3),
            detail: format!("x is 8: {HOSTILE}"),
        },
        class: Class {
            relation: relation.to_owned(),
            kind: "variables".to_owned(),
            action: "step-over".to_owned(),
            node: HOSTILE.to_owned(),
        },
        verdict: if is_pair {
            Verdict { liar: Liar::Second, proof: vec![format!("x is 7 there: {HOSTILE}")] }
        } else {
            Verdict::undecided()
        },
        initial: side(&before, "7"),
        follow_up: is_pair.then(|| side(&after, "8")),
        transformation: is_pair.then_some(transformation),
        recipe: None,
        witness: None,
    }
}

/// The finding as it is kept in its folder.
pub fn kept(finding: Finding) -> KeptFinding<Finding> {
    let follow_up = finding.follow_up.is_some().then(excerpt);
    KeptFinding {
        folder: format!("{}/{}", Finding::PARENT, finding.folder_name()),
        class: finding.class.to_string(),
        reduced_from: None,
        witness: Some(WitnessRecord { first: Some(excerpt()), second: follow_up }),
        markdown: markdown(&finding),
        reproduction: script(&finding),
        found: finding,
    }
}

/// A campaign with some findings.
pub fn results(findings: Vec<Finding>) -> Results {
    let mut tally = Tally { tests: 100, findings: findings.len() as u64, ..Tally::default() };
    for name in ["witness", "insert-dead-code", "look-twice"] {
        let found = findings.iter().filter(|finding| finding.relation == name).count() as u64;
        tally.relations.insert(
            name.to_owned(),
            RelationCount { applied: 9, found, ..RelationCount::default() },
        );
    }
    tally.relations.insert("rename-local".to_owned(), RelationCount::default());
    for finding in &findings {
        *tally.classes.entry(finding.class.to_string()).or_default() += 1;
        *tally.rounds.entry(finding.round).or_default() += 1;
    }
    let debugger = finding(0, false).debugger;
    let summary = CampaignSummary {
        debugger,
        seed: 1,
        programs: 3,
        tally,
        reduction: ClassSummary::default(),
        ending: Ending {
            schema: 1,
            complete: true,
            incomplete: None,
            execution: None,
            skips: Vec::new(),
        },
    };
    Results {
        folder: "out <folder>".to_owned(),
        campaign: Some(summary),
        findings: findings.into_iter().map(kept).collect(),
        ..Results::default()
    }
}
