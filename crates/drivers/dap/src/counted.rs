//! debugpy in a copy that counts which blocks of its own code run: how it is made, and how the counts
//! are read.

use crate::DapDebugger;
use crate::spec::{AdapterSpec, SpecError};
use debunk_base::Bits;
use debunk_native::Builder;
use debunk_session::{CodeFunction, CodeMap, DebuggerInfo};
use debunk_toolchain::{Cache, Located, Product, ToolchainError, Version, Workshop};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const COUNT: &str = include_str!("counted/count.py");
const SPEC: &str = include_str!("counted/debugpy.toml");
/// Where the counters are.
const LIST: &str = "counters.txt";
/// Which of our scripts made it.
const MADE_FROM: &str = "made-from.py";
/// The file in a process's folder that holds its counters, a byte each.
const COUNTERS: &str = "counters";

/// Fetches debugpy with pip, rewrites it, and puts it into the cache. Reports progress to `say`.
///
/// # Errors
/// If a tool is missing or a step fails.
pub fn set_up_debugpy(cache: &Cache, say: &mut dyn FnMut(&str)) -> Result<Located, ToolchainError> {
    let product = Product::DEBUGPY_COUNTED;
    let workshop = Workshop::open(product, cache)?;
    let failed = |what: String| ToolchainError::SetUp { product, what };
    let write = |name: &str, text: &str| {
        fs::write(workshop.folder().join(name), text).map_err(|error| failed(error.to_string()))
    };
    say("fetching debugpy with pip");
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", "site", "debugpy"];
    workshop.run("python3", &pip)?;
    say("rewriting it so that it counts");
    write(MADE_FROM, COUNT)?;
    workshop.run("python3", &[MADE_FROM, "site", LIST])?;
    let python = workshop.run("python3", &["-c", "import sys; print(sys.executable)"])?;
    let script = format!(
        "#!/bin/sh\nPYTHONPATH=\"$(dirname \"$0\")/site${{PYTHONPATH:+:$PYTHONPATH}}\"\n\
         export PYTHONPATH\nexec '{}' \"$@\"\n",
        python.trim()
    );
    write("python", &script)?;
    workshop.run("chmod", &["+x", "python"])?;
    let told = workshop.run("./python", &["-c", "import debugpy; print(debugpy.__version__)"])?;
    let version: Version = told
        .trim()
        .parse()
        .map_err(|_| failed(format!("debugpy says {:?} for its version", told.trim())))?;
    workshop.publish(&version, &["python", "site", LIST, MADE_FROM])
}

/// Whether a cached copy was made by this debunk's script.
pub fn is_current_debugpy(binary: &Path) -> bool {
    fs::read_to_string(binary.with_file_name(MADE_FROM)).is_ok_and(|text| text == COUNT)
}

/// The debugpy whose Python is `binary`.
///
/// # Errors
/// If its description is wrong.
pub fn counted_debugpy(
    info: DebuggerInfo,
    binary: PathBuf,
    builder: Builder,
) -> Result<DapDebugger, SpecError> {
    let spec: AdapterSpec = SPEC.parse()?;
    let code = Arc::new(read_code(&binary.with_file_name(LIST)));
    let mut debugger = DapDebugger::new(info, spec, Some(binary), builder);
    debugger.setup.code = (!code.is_empty()).then_some(code);
    Ok(debugger)
}

fn read_code(list: &Path) -> CodeMap {
    let mut code = CodeMap::new();
    for line in fs::read_to_string(list).unwrap_or_default().lines() {
        let function = line
            .split_once(' ')
            .map(|(name, file)| CodeFunction { file: file.to_owned(), name: name.to_owned() });
        code.push(function);
    }
    code
}

/// What a process that works in this folder has covered so far.
pub(crate) fn read_counters(folder: &Path) -> Option<Bits> {
    let bytes = fs::read(folder.join(COUNTERS)).ok()?;
    Some(bytes.into_iter().map(|byte| byte != 0).collect())
}
