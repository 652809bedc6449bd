//! Reads where a program is paused: its frames and their variables.

use crate::connection::{Connection, Response};
use crate::javascript;
use crate::process::{AdapterProcess, Setup};
use crate::python;
use crate::spec::AdapterSpec;
use debunk_model::{
    FRAMES_REPORTED_MAX, Frame, Language, Location, Place, Scope, ScopeKind, Variables,
};
use debunk_native::{Built, Masks};
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// How the adapter's texts are interpreted.
pub(crate) struct Reader {
    /// The program's file.
    pub source: String,
    /// The file between programs, if there is one.
    pub gate: Option<String>,
    /// Whether places have columns.
    pub columns: bool,
    pub language: Language,
    pub masks: Masks,
}

/// The place that the adapter reports, with its column if columns are wanted.
pub(crate) fn reported_location(stack_frames: &Value, columns: bool) -> Option<Location> {
    let number = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let line = stack_frames["line"].as_u64()?;
    let column = stack_frames["column"].as_u64().filter(|_| columns).unwrap_or(1);
    Some(Location::new(number(line), number(column).saturating_sub(1)))
}

/// Variables as the adapter lists them, by name.
pub(crate) type VariableList = BTreeMap<String, Value>;

/// Where the program is paused.
pub(crate) enum PauseState {
    /// In its own text.
    Inside { frames: Vec<Frame>, ids: Vec<i64> },
    /// In the script between programs; the line shows whether it is done.
    Gate { line: u32, top: i64 },
    /// Elsewhere, with or without frames of the program below.
    Outside { has_caller: bool, what: String },
}

/// Whether a path of the adapter means a file.
pub(crate) fn is_file(path: &str, file: &str) -> bool {
    path == file || Path::new(path).canonicalize().is_ok_and(|it| it == Path::new(file))
}

impl Reader {
    /// A reader of an adapter's reports about a program, without a file between programs.
    pub fn new(setup: &Setup, process: &AdapterProcess, built: &Built, language: Language) -> Self {
        let spec = &setup.spec;
        let mut masks = built.masks().hide(&process.workplace.folder().to_string_lossy());
        for pattern in &spec.strip {
            masks = masks.strip(pattern);
        }
        let source = built.source().to_string_lossy().into_owned();
        Self { source, gate: None, columns: spec.columns, language, masks }
    }

    /// Where a frame is, if that is in the given file.
    fn place_in(&self, frame: &Value, file: &str) -> Option<Location> {
        let path = frame["source"]["path"].as_str()?;
        is_file(path, file)
            .then(|| reported_location(frame, self.columns).unwrap_or(Location::new(0, 0)))
    }

    /// The function of a frame, and where it is if that is in the program's text.
    pub fn reported_frame(&self, frame: &Value) -> (String, Option<Location>) {
        (function(&frame["name"]), self.place_in(frame, &self.source))
    }

    /// Where a thread is paused, or why the adapter does not say.
    pub fn state(
        &self,
        connection: &mut Connection,
        thread: i64,
        deadline: Instant,
    ) -> Result<Result<PauseState, String>, ChannelError> {
        let arguments =
            json!({ "threadId": thread, "startFrame": 0, "levels": FRAMES_REPORTED_MAX });
        let response = connection.call("stackTrace", arguments, deadline)?;
        Ok(response.map(|body| self.state_in(&body)))
    }

    fn state_in(&self, body: &Value) -> PauseState {
        let stack_frames = body["stackFrames"].as_array().map(Vec::as_slice).unwrap_or_default();
        let frames: Vec<Frame> = stack_frames
            .iter()
            .filter_map(|frame| {
                let (function, at) = self.reported_frame(frame);
                Some(Frame { function, place: Place::Program { at: at? } })
            })
            .collect();
        let Some(first) = stack_frames.first() else {
            return PauseState::Outside { has_caller: false, what: "no frame at all".to_owned() };
        };
        let top = first["id"].as_i64().unwrap_or_default();
        if self.place_in(first, &self.source).is_some() {
            let is_mine = |frame: &&Value| self.place_in(frame, &self.source).is_some();
            let mine = stack_frames.iter().filter(is_mine);
            let ids = mine.map(|frame| frame["id"].as_i64().unwrap_or_default()).collect();
            return PauseState::Inside { frames, ids };
        }
        if let Some(at) = self.gate.as_ref().and_then(|gate| self.place_in(first, gate)) {
            return PauseState::Gate { line: at.line, top };
        }
        let what = first["source"]["path"].as_str().or(first["name"].as_str()).unwrap_or_default();
        PauseState::Outside { has_caller: !frames.is_empty(), what: self.masks.apply(what) }
    }

    /// The variables of a frame.
    pub fn variables(
        &self,
        connection: &mut Connection,
        spec: &AdapterSpec,
        frame: i64,
        deadline: Instant,
    ) -> Result<Result<Variables, String>, ChannelError> {
        let scopes = match self.scopes(connection, spec, frame, deadline)? {
            Ok(scopes) => scopes,
            Err(reason) => return Ok(Err(reason)),
        };
        let listed = self.listed(connection, spec, &scopes, deadline)?;
        Ok(listed.map(|listed| self.texts(listed)))
    }

    /// The scopes of a frame with variables of its own, those first whose variables hide others.
    pub fn scopes(
        &self,
        connection: &mut Connection,
        spec: &AdapterSpec,
        frame: i64,
        deadline: Instant,
    ) -> Result<Result<Vec<i64>, String>, ChannelError> {
        let scopes: Response = connection.call("scopes", json!({ "frameId": frame }), deadline)?;
        let scopes = match scopes {
            Ok(body) => body,
            Err(reason) => return Ok(Err(self.masks.apply(&reason))),
        };
        let mut wanted: Vec<(usize, i64)> = Vec::new();
        for scope in scopes["scopes"].as_array().into_iter().flatten() {
            let reference = scope["variablesReference"].as_i64().unwrap_or(0);
            let rank = spec.locals_rank(scope["name"].as_str().unwrap_or_default());
            wanted.extend(rank.filter(|_| reference > 0).map(|rank| (rank, reference)));
        }
        // A local hides an argument of its name, whichever the adapter reports first.
        wanted.sort_by_key(|(rank, _)| *rank);
        Ok(Ok(wanted.into_iter().map(|(_, reference)| reference).collect()))
    }

    /// The variables of some scopes as the adapter lists them, by name.
    pub fn listed(
        &self,
        connection: &mut Connection,
        spec: &AdapterSpec,
        scopes: &[i64],
        deadline: Instant,
    ) -> Result<Result<VariableList, String>, ChannelError> {
        let mut requests = Vec::new();
        for reference in scopes {
            let arguments = json!({ "variablesReference": reference });
            requests.push(connection.request("variables", arguments));
        }
        connection.flush(deadline)?;
        let mut listed = VariableList::new();
        for request in requests {
            match connection.response(request, deadline)? {
                Ok(body) => self.take(body, spec, &mut listed),
                Err(reason) => return Ok(Err(self.masks.apply(&reason))),
            }
        }
        Ok(Ok(listed))
    }

    /// Of several variables with one name, the innermost counts.
    fn take(&self, mut body: Value, spec: &AdapterSpec, listed: &mut VariableList) {
        for variable in body["variables"].as_array_mut().into_iter().flatten() {
            let variable = variable.take();
            if spec.ignores(&variable) {
                continue;
            }
            let name = self.masks.apply(variable["name"].as_str().unwrap_or_default());
            if spec.innermost_last || !listed.contains_key(&name) {
                listed.insert(name, variable);
            }
        }
    }

    /// What is shown of variables.
    pub fn texts(&self, listed: VariableList) -> Variables {
        let text = |one: &Value| self.value(&one["value"], &one["type"]);
        let variables = listed.into_iter().map(|(name, one)| (name, text(&one))).collect();
        vec![Scope { kind: ScopeKind::Own, variables }]
    }

    /// A value as shown, according to the adapter.
    pub fn value(&self, value: &Value, kind: &Value) -> String {
        let value = self.masks.apply(value.as_str().unwrap_or_default());
        match (self.language, kind.as_str()) {
            (Language::JavaScript, Some(kind)) => javascript::normal_form(&value, kind),
            (Language::Python, _) => python::normal_form(&value),
            // An adapter may show what a pointer leads to in its place, which is no number to compute with.
            (_, Some(kind)) if kind.ends_with('*') && value.parse::<f64>().is_ok() => {
                format!("*{value}")
            }
            _ => value,
        }
    }
}

/// The name of a function without the module, the arguments and the line that some adapters add.
fn function(name: &Value) -> String {
    let name = name.as_str().unwrap_or_default();
    let name = name.split_once('`').map_or(name, |(_, rest)| rest);
    let name = without_hash(name);
    match name.find(['(', ':']) {
        Some(end) if end > 0 && !name.contains("::") => name[..end].trim().to_owned(),
        _ => name.trim().to_owned(),
    }
}

/// The name without the hash of its crate, which Rust's compiler adds and every change of the text
/// changes.
fn without_hash(name: &str) -> &str {
    match name.rsplit_once("::h") {
        Some((bare, hash)) if hash.len() == 16 && hash.bytes().all(|c| c.is_ascii_hexdigit()) => {
            bare
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pointer_leads_to_is_not_its_value() {
        let (source, masks) = ("/p.c".to_owned(), Masks::default());
        let reader = Reader { source, gate: None, columns: false, language: Language::C, masks };
        let shown = |value: &str, kind: &str| reader.value(&json!(value), &json!(kind));
        assert_eq!(shown("5", "int *"), "*5");
        assert_eq!(shown("5", "int"), "5");
        assert_eq!(shown("\"a\"", "char *"), "\"a\"");
        assert_eq!(shown("{0, 1}", "struct point *"), "{0, 1}");
    }

    #[test]
    fn names_of_functions_are_bare() {
        let check = |name: &str, bare: &str| assert_eq!(function(&json!(name)), bare);
        check("program`add(amount=3)", "add");
        check("add", "add");
        check("main.add", "main.add");
        check("<module>", "<module>");
        check("program::add", "program::add");
        check("program::add::h12b1be847e8c51b3", "program::add");
    }
}
