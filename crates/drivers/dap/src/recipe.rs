//! What a reproduction without debunk needs to know about an adapter.

use crate::process::Setup;
use crate::spec::Transport;
use debunk_model::Language;
use debunk_session::{Means, Recipe};
use regex::Regex;
use serde_json::{Value, json};

/// The recipe, for adapters that debug in one session.
pub(crate) fn recipe(setup: &Setup, language: Language) -> Option<Recipe> {
    let spec = &setup.spec;
    if spec.child_session || spec.transport == Transport::Unix {
        return None;
    }
    let transport: (&str, Option<&str>) = match &spec.transport {
        Transport::TcpPortRegex(pattern) => ("tcp_port_regex", Some(pattern)),
        Transport::TcpPortRegexOnStderr(pattern) => ("tcp_port_regex_on_stderr", Some(pattern)),
        Transport::TcpPort => ("tcp_port", None),
        Transport::Listen => ("listen", None),
        Transport::Stdio | Transport::Unix => ("stdio", None),
    };
    let texts =
        |patterns: &[Regex]| patterns.iter().map(|one| one.as_str().into()).collect::<Vec<Value>>();
    let launch: Value = serde_json::to_value(&spec.launch).ok()?;
    let adapter = json!({
        "command": spec.command,
        "transport": transport,
        "settle_ms": spec.settle_ms,
        "request": spec.request,
        "launch": launch,
        "environment": spec.environment,
        "locals_scopes": spec.locals_scopes,
        "ignore_variables": spec.ignore_variables,
        "ignore_children": texts(&spec.ignore_children),
        "child_groups": texts(&spec.child_groups),
        "unreadable_children": texts(&spec.unreadable_children),
        "pointee": spec.pointee,
        "elements_by_id": spec.elements_by_id,
        "console_prefix": spec.console_prefix,
        "strip": texts(&spec.strip),
        "skip_first_stop": spec.skip_first_stop,
        "step_out_refusals": spec.step_out_refusals,
        "tells_exit_code": spec.reports_exit_code,
        "innermost_last": spec.innermost_last,
        "verifies_late": spec.verifies_late,
        "or": if language == Language::Python { "or" } else { "||" },
    });
    let build = setup.builder.compilers().words(language);
    Some(Recipe { build, means: Means::Dap { adapter: adapter.to_string() } })
}
