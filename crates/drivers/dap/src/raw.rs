//! The raw floor: the requests of a session with nothing around them. Bodies are parsed only for
//! the numbers that the next request needs.

use crate::connection::{Connection, Event};
use crate::process::{AdapterProcess, Setup};
use debunk_model::Action;
use debunk_native::{Built, FixedSession};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TIMEOUT_S: u64 = 30;

fn as_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Runs the session this often, each in its own process, and returns the time.
pub(crate) fn measure(
    setup: &Setup,
    session: &FixedSession,
    sessions: u64,
) -> Result<Duration, String> {
    let built = setup.builder.build(&session.program).map_err(as_text)?;
    let started = Instant::now();
    for _ in 0..sessions {
        play(setup, session, &built)?;
    }
    Ok(started.elapsed())
}

fn play(setup: &Setup, session: &FixedSession, built: &Built) -> Result<(), String> {
    let deadline = Instant::now() + Duration::from_secs(TIMEOUT_S);
    let mut process = AdapterProcess::start(setup, Some(built), false)?;
    process.words.set_program(built);
    let arguments = process.words.arguments(&setup.spec.launch);
    let request = setup.spec.request.clone();
    let mut launch = process.connection.request(&request, arguments);
    let wait_for_initialized = |process: &mut AdapterProcess| {
        process.connection.flush(deadline).map_err(as_text)?;
        let is_it = |event: &Event| *event == Event::Initialized;
        process.connection.event(deadline, is_it).map_err(as_text).map(drop)
    };
    wait_for_initialized(&mut process)?;
    if setup.spec.child_session {
        call(&mut process.connection, "configurationDone", json!({}), deadline)?;
        let configuration = process.begin_child(deadline).map_err(as_text)?;
        launch = process.connection.request(&request, configuration);
        wait_for_initialized(&mut process)?;
    }
    let lines: Vec<Value> = session.lines.iter().map(|line| json!({ "line": line })).collect();
    let source = json!({ "path": built.source() });
    let connection = &mut process.connection;
    call(
        connection,
        "setBreakpoints",
        json!({ "source": source, "breakpoints": lines }),
        deadline,
    )?;
    if connection.can("supportsConfigurationDoneRequest") {
        call(connection, "configurationDone", json!({}), deadline)?;
    }
    let mut thread = look(connection, deadline)?;
    for action in &session.actions {
        let command = match action {
            Action::StepIn => "stepIn",
            Action::StepOver => "next",
            Action::StepOut => "stepOut",
            _ => "continue",
        };
        call(connection, command, json!({ "threadId": thread }), deadline)?;
        thread = look(connection, deadline)?;
    }
    // The launch is answered at some point; only a refusal matters.
    connection.take(launch).transpose().map(drop)
}

fn call(
    connection: &mut Connection,
    command: &str,
    arguments: Value,
    deadline: Instant,
) -> Result<Value, String> {
    let response = connection.call(command, arguments, deadline).map_err(as_text)?;
    response.map_err(|reason| format!("{command} is refused: {reason}"))
}

/// Waits for a stop and reads stack, scopes and variables.
fn look(connection: &mut Connection, deadline: Instant) -> Result<i64, String> {
    let is_it = |event: &Event| matches!(event, Event::Stopped(_) | Event::Terminated);
    let Event::Stopped(body) = connection.event(deadline, is_it).map_err(as_text)? else {
        return Err("the program ended before the session did".to_owned());
    };
    let thread = body["threadId"].as_i64().unwrap_or(1);
    let arguments = json!({ "threadId": thread, "startFrame": 0, "levels": 400 });
    let stack = call(connection, "stackTrace", arguments, deadline)?;
    let frame = stack["stackFrames"][0]["id"].clone();
    let scopes = call(connection, "scopes", json!({ "frameId": frame }), deadline)?;
    let reference = scopes["scopes"][0]["variablesReference"].clone();
    if reference.as_i64().unwrap_or(0) > 0 {
        call(connection, "variables", json!({ "variablesReference": reference }), deadline)?;
    }
    Ok(thread)
}
