//! Tests of the checker with small conversations.

use super::*;
use serde_json::json;

/// Checks the kinds of violations in a conversation, of the adapter and of ours; `ours` marks what we
/// send.
fn check_both(messages: &[Value], expected: &[&str], ours: &[&str]) {
    let mut checker = Checker::new();
    for message in messages {
        if message["ours"] == true { checker.sent(message) } else { checker.received(message) }
    }
    let of = |peer: Peer| {
        let departures = checker.departures().iter().filter(move |one| one.by == peer);
        departures.map(|one| one.kind.name()).collect::<Vec<_>>()
    };
    assert_eq!(of(Peer::Adapter), expected, "{:?}", checker.departures());
    assert_eq!(of(Peer::Client), ours, "{:?}", checker.departures());
}

fn check(messages: &[Value], expected: &[&str]) {
    check_both(messages, expected, &[]);
}

fn ask_with(seq: i64, command: &str, arguments: Value) -> Value {
    json!({ "ours": true, "seq": seq, "type": "request", "command": command,
            "arguments": arguments })
}

fn ask(seq: i64, command: &str) -> Value {
    let arguments = match command {
        "initialize" => json!({ "adapterID": "test", "supportsStartDebuggingRequest": true }),
        "setBreakpoints" => json!({ "source": { "path": "a.c" }, "breakpoints": [{ "line": 1 }] }),
        _ => json!({ "threadId": 1 }),
    };
    ask_with(seq, command, arguments)
}

fn answer(seq: i64, to: i64, command: &str, body: Value) -> Value {
    json!({ "seq": seq, "type": "response", "request_seq": to, "command": command,
            "success": true, "body": body })
}

fn event(seq: i64, name: &str, body: Value) -> Value {
    json!({ "seq": seq, "type": "event", "event": name, "body": body })
}

fn begun() -> Vec<Value> {
    vec![
        ask(1, "initialize"),
        answer(1, 1, "initialize", json!({})),
        event(2, "initialized", json!({})),
    ]
}

fn after(more: &[Value], expected: &[&str]) {
    check(&[begun(), more.to_vec()].concat(), expected);
}

#[test]
fn a_conversation_by_the_book_has_no_departures() {
    let breakpoints = json!({ "breakpoints": [{ "id": 4, "verified": true, "line": 1 }] });
    let stopped = json!({ "reason": "step", "threadId": 1 });
    after(
        &[
            ask(2, "setBreakpoints"),
            answer(3, 2, "setBreakpoints", breakpoints),
            event(
                4,
                "breakpoint",
                json!({ "reason": "changed", "breakpoint": { "id": 4, "verified": true } }),
            ),
            event(5, "stopped", stopped.clone()),
            ask(3, "next"),
            event(6, "stopped", stopped),
            answer(7, 3, "next", Value::Null),
            event(8, "exited", json!({ "exitCode": 0 })),
            event(9, "terminated", Value::Null),
        ],
        &[],
    );
}

#[test]
fn responses_are_matched_with_requests() {
    after(&[answer(3, 77, "next", json!({}))], &["unknown-request"]);
    let twice = [ask(2, "next"), answer(3, 2, "next", json!({})), answer(4, 2, "next", json!({}))];
    after(&twice, &["duplicate-response"]);
    after(&[ask(2, "next"), answer(3, 2, "stepIn", json!({}))], &["wrong-command"]);
    let silent = json!({ "seq": 3, "type": "response", "request_seq": 2, "command": "next",
                         "success": false });
    after(&[ask(2, "next"), silent], &["missing-field"]);
}

#[test]
fn order_and_repetition_of_events_are_watched() {
    check(&[event(1, "initialized", json!({}))], &["wrong-order"]);
    after(&[event(3, "initialized", json!({}))], &["wrong-order"]);
    let stopped = json!({ "reason": "step", "threadId": 1 });
    after(
        &[event(3, "stopped", stopped.clone()), event(4, "stopped", stopped.clone())],
        &["stopped-twice"],
    );
    after(&[event(3, "terminated", json!({})), event(4, "stopped", stopped)], &["wrong-order"]);
}

#[test]
fn missing_fields_and_wrong_types_are_found() {
    after(&[event(3, "stopped", json!({ "threadId": 1 }))], &["missing-field"]);
    after(&[event(3, "stopped", json!({ "reason": "step" }))], &["missing-field"]);
    after(&[event(3, "exited", json!({ "exitCode": "0" }))], &["wrong-type"]);
    let frames = json!({ "stackFrames": [{ "id": 1, "name": "f", "line": "3", "column": 0 }] });
    after(&[ask(2, "stackTrace"), answer(3, 2, "stackTrace", frames)], &["wrong-type"]);
    let none = json!({ "breakpoints": [] });
    after(&[ask(2, "setBreakpoints"), answer(3, 2, "setBreakpoints", none)], &["wrong-count"]);
}

#[test]
fn unknown_breakpoints_and_numbers_are_found() {
    let foreign = json!({ "reason": "changed", "breakpoint": { "id": 9, "verified": true } });
    after(&[event(3, "breakpoint", foreign)], &["unknown-breakpoint"]);
    let reported = |id: i64| json!({ "breakpoints": [{ "id": id, "verified": false }] });
    let changed =
        |id: i64| json!({ "reason": "changed", "breakpoint": { "id": id, "verified": true } });
    let replaced = [
        ask(2, "setBreakpoints"),
        answer(3, 2, "setBreakpoints", reported(1)),
        ask(3, "setBreakpoints"),
        answer(4, 3, "setBreakpoints", reported(2)),
    ];
    let about = |id: i64| [replaced.to_vec(), vec![event(5, "breakpoint", changed(id))]].concat();
    let shared =
        json!({ "breakpoints": [{ "id": 1, "verified": true }, { "id": 1, "verified": true }] });
    let lines = json!([{ "line": 1 }, { "line": 2 }]);
    let two = json!({ "source": { "path": "a.c" }, "breakpoints": lines });
    let two = ask_with(2, "setBreakpoints", two);
    after(&[two, answer(3, 2, "setBreakpoints", shared)], &["shared-breakpoint"]);
    after(&about(1), &["stale-breakpoint"]);
    after(&about(2), &[]);
    after(&[event(0, "thread", json!({ "reason": "started", "threadId": 1 }))], &["wrong-number"]);
    after(&[json!({ "seq": 3, "type": "telegram" })], &["unknown-type"]);
    after(&[json!(7)], &["no-object"]);
}

#[test]
fn words_and_ranges_are_found() {
    let module = |reason: &str| json!({ "reason": reason, "module": { "id": 1, "name": "m" } });
    after(&[event(3, "module", module("new"))], &[]);
    after(&[event(3, "module", module("fresh"))], &["unknown-value"]);
    let scopes = |reference: i64| json!({ "scopes": [{ "name": "Locals", "expensive": false, "variablesReference": reference }] });
    let asked = ask_with(2, "scopes", json!({ "frameId": 1 }));
    after(&[asked.clone(), answer(3, 2, "scopes", scopes(7))], &[]);
    after(&[asked, answer(3, 2, "scopes", scopes(-7))], &["out-of-range"]);
    let empty = json!({ "seq": 3, "type": "event", "event": "invalidated" });
    after(&[empty], &["undeclared", "missing-field"]);
}

#[test]
fn requests_of_the_adapter_are_checked() {
    let ask = |command: &str, arguments: Value| json!({ "seq": 3, "type": "request", "command": command, "arguments": arguments });
    let child = json!({ "configuration": {}, "request": "launch" });
    let answer = json!({ "ours": true, "seq": 4, "type": "response", "request_seq": 3,
                         "command": "startDebugging", "success": true });
    after(&[ask("startDebugging", child), answer.clone()], &[]);
    after(&[ask("startDebugging", json!({ "request": "launch" })), answer], &["missing-field"]);
    let terminal = json!({ "cwd": "/", "args": ["ls"] });
    after(&[ask("runInTerminal", terminal)], &["undeclared"]);
    after(&[ask("next", json!({ "threadId": 1 }))], &["unknown-command"]);
    let early = ask("startDebugging", json!({ "configuration": {}, "request": "launch" }));
    check(&[early], &["undeclared", "wrong-order"]);
}

#[test]
fn our_own_messages_are_checked() {
    let own = |more: &[Value], expected: &[&str]| {
        check_both(&[begun(), more.to_vec()].concat(), &[], expected);
    };
    own(&[ask_with(2, "next", json!({}))], &["missing-field"]);
    own(&[ask_with(2, "next", json!({ "threadId": "1" }))], &["wrong-type"]);
    own(&[ask_with(2, "restart", json!({}))], &["undeclared"]);
    own(&[ask_with(2, "fly", json!({}))], &["unknown-command"]);
    own(&[ask(1, "threads")], &["wrong-number"]);
    let unasked = json!({ "ours": true, "seq": 2, "type": "response", "request_seq": 9,
                          "command": "startDebugging", "success": true });
    own(&[unasked], &["unknown-request"]);
    let declared =
        event(3, "capabilities", json!({ "capabilities": { "supportsRestartRequest": true } }));
    own(&[declared, ask_with(2, "restart", json!({}))], &[]);
    let early = [ask(1, "initialize"), ask_with(2, "launch", json!({}))];
    check_both(&early, &[], &["wrong-order"]);
}
