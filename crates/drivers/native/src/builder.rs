//! Compiles each program once and keeps the result as long as somebody uses it.

use crate::compilers::{Compilers, Job, PRELUDE_NAME};
use crate::values::Masks;
use debunk_model::{Language, Program};
use debunk_sandbox::{FinishedRun, SandboxError, Spawn, TempArea, TempFolder, run_to_end};
use debunk_session::OpenError;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

const COMPILE_TIMEOUT_S: u64 = 120;
/// Programs that are kept after their last use.
const KEPT_MAX: usize = 96;
const COMPLAINT_LINES: usize = 3;
const PRELUDE: &str = include_str!("prelude.cjs");
const REDIRECT_SOURCE: &str = include_str!("redirect.c");
const DECOY_SOURCE: &str = include_str!("decoy.c");
const PYTHON_DECOY: &str = include_str!("decoy.py");

/// Why there is nothing to debug.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The compiler does not accept the text.
    #[error("compile it: {0}")]
    DoesNotCompile(String),
    /// The compiler did not finish or could not be started.
    #[error("run the compiler: {0}")]
    Tool(String),
}

impl From<SandboxError> for BuildError {
    fn from(error: SandboxError) -> Self {
        BuildError::Tool(error.to_string())
    }
}

impl From<BuildError> for OpenError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::DoesNotCompile(reason) => OpenError::DoesNotParse(reason),
            BuildError::Tool(reason) => OpenError::Dead(reason),
        }
    }
}

/// A program that is ready to be debugged.
#[derive(Debug)]
pub struct Built {
    folder: TempFolder,
    source: PathBuf,
    executable: PathBuf,
}

impl Built {
    /// The file with the program's text.
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// What is started: the compiled program, or the text if nothing is compiled.
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// The folder of both.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What must not show in any text.
    pub fn masks(&self) -> Masks {
        Masks::new().hide(&self.folder.path().to_string_lossy())
    }
}

/// One of debunk's own files, made on first use.
type Support = OnceLock<Result<(TempFolder, PathBuf), BuildError>>;

type Slot = Arc<OnceLock<Result<Arc<Built>, BuildError>>>;

#[derive(Default)]
struct BuildCache {
    slots: BTreeMap<u64, Slot>,
    order: VecDeque<u64>,
}

struct Shared {
    area: TempArea,
    compilers: Compilers,
    kept: Mutex<BuildCache>,
    redirect: Support,
    decoy: Support,
    python_decoy: Support,
    /// The Rust compiler itself, not the user's wrapper.
    rustc: OnceLock<String>,
}

/// Builds programs. Clones share what was built.
#[derive(Clone)]
pub struct Builder {
    shared: Arc<Shared>,
}

impl Builder {
    /// A builder that works in `area`.
    pub fn new(area: &TempArea, compilers: Compilers) -> Self {
        let shared = Shared {
            area: area.clone(),
            compilers,
            kept: Mutex::default(),
            redirect: OnceLock::new(),
            decoy: OnceLock::new(),
            python_decoy: OnceLock::new(),
            rustc: OnceLock::new(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The tools.
    pub fn compilers(&self) -> &Compilers {
        &self.shared.compilers
    }

    /// Where it works.
    pub fn area(&self) -> &TempArea {
        &self.shared.area
    }

    /// The built program; built only once.
    ///
    /// # Errors
    /// If the compiler does not accept it or cannot be run.
    pub fn build(&self, program: &Program) -> Result<Arc<Built>, BuildError> {
        let slot = self.slot(program.fingerprint());
        // Two workers that want the same program wait for one compiler.
        slot.get_or_init(|| self.make(program).map(Arc::new)).clone()
    }

    /// A program that needs no compiler, in a language that debunk need not know.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn file(&self, text: &str, extension: &str) -> Result<Arc<Built>, BuildError> {
        let folder = self.shared.area.subfolder("program")?;
        let source = folder.path().join(format!("program.{extension}"));
        write(&source, text)?;
        Ok(Arc::new(Built { executable: source.clone(), source, folder }))
    }

    fn slot(&self, fingerprint: u64) -> Slot {
        let mut kept: MutexGuard<'_, BuildCache> =
            self.shared.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = kept.slots.get(&fingerprint) {
            return slot.clone();
        }
        if kept.order.len() >= KEPT_MAX
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.slots.remove(&oldest);
        }
        kept.order.push_back(fingerprint);
        kept.slots.entry(fingerprint).or_default().clone()
    }

    fn make(&self, program: &Program) -> Result<Built, BuildError> {
        let folder = self.shared.area.subfolder("program")?;
        let name = format!("program.{}", program.extension());
        let source = folder.path().join(&name);
        write(&source, &program.text)?;
        let language = program.language;
        if language == Language::JavaScript {
            write(&folder.path().join(PRELUDE_NAME), PRELUDE)?;
        }
        if !Compilers::compiles(language) {
            return Ok(Built { executable: source.clone(), source, folder });
        }
        let redirect = match Compilers::links_c(language) {
            true => Some(self.redirect()?),
            false => None,
        };
        let job = Job {
            folder: folder.path(),
            source: &name,
            target: "program",
            redirect: redirect.as_deref(),
        };
        let mut compilers = self.shared.compilers.clone();
        match (language, &compilers.go_cache) {
            (Language::Rust, _) => compilers.rustc = self.rustc().to_owned(),
            (Language::Go, Some(cache)) => make_folder(cache)?,
            (Language::Go, None) => make_folder(&folder.path().join("go-cache"))?,
            _ => {}
        }
        self.compile(compilers.command(language, &job), folder.path())?;
        Ok(Built { executable: folder.path().join("program"), source, folder })
    }

    /// The Rust compiler itself. The one on the PATH is usually rustup, which needs the user's home
    /// folder to find it.
    fn rustc(&self) -> &str {
        self.shared.rustc.get_or_init(|| {
            let named = &self.shared.compilers.rustc;
            let ask = Spawn::new(named).inherit_environment().args(["--print", "sysroot"]);
            let timeout = Duration::from_secs(COMPILE_TIMEOUT_S);
            let run = run_to_end(ask, &self.shared.area, b"", timeout).ok();
            let sysroot = run.filter(|run| run.exit.success()).map(|run| run.stdout_text());
            let itself = sysroot.map(|path| Path::new(path.trim()).join("bin/rustc"));
            itself
                .filter(|path| path.is_file())
                .and_then(|path| path.into_os_string().into_string().ok())
                .unwrap_or_else(|| named.clone())
        })
    }

    /// The compiled `redirect.c`.
    fn redirect(&self) -> Result<PathBuf, BuildError> {
        self.support(&self.shared.redirect, "redirect.c", REDIRECT_SOURCE, |folder| {
            let compilers = &self.shared.compilers;
            Some((compilers.object_command(folder, "redirect.c", "redirect.o"), "redirect.o"))
        })
    }

    /// The compiled `decoy.c`, which runs a program under a tracer that does nothing with it.
    pub(crate) fn decoy(&self) -> Result<PathBuf, BuildError> {
        self.support(&self.shared.decoy, "decoy.c", DECOY_SOURCE, |folder| {
            let compilers = &self.shared.compilers;
            Some((compilers.tool_command(folder, "decoy.c", "decoy"), "decoy"))
        })
    }

    /// The script that does the same for Python.
    pub(crate) fn python_decoy(&self) -> Result<PathBuf, BuildError> {
        self.support(&self.shared.python_decoy, "decoy.py", PYTHON_DECOY, |_| None)
    }

    /// One of debunk's own files in its own folder, compiled by a command that gives the target.
    fn support(
        &self,
        made: &Support,
        name: &str,
        text: &str,
        command: impl FnOnce(&Path) -> Option<(Spawn, &'static str)>,
    ) -> Result<PathBuf, BuildError> {
        let make = || {
            let folder = self.shared.area.subfolder("support")?;
            write(&folder.path().join(name), text)?;
            let target = match command(folder.path()) {
                Some((command, target)) => {
                    self.compile(command, folder.path())?;
                    target
                }
                None => name,
            };
            let path = folder.path().join(target);
            Ok((folder, path))
        };
        made.get_or_init(make).as_ref().map(|(_, path)| path.clone()).map_err(Clone::clone)
    }

    fn compile(&self, command: Spawn, folder: &Path) -> Result<(), BuildError> {
        let timeout = Duration::from_secs(COMPILE_TIMEOUT_S);
        let run = run_to_end(command, &self.shared.area, b"", timeout)?;
        if run.timed_out {
            return Err(BuildError::Tool("it did not end in time".to_owned()));
        }
        if run.exit.success() { Ok(()) } else { Err(refusal(&run, folder)) }
    }

    /// Whether a program of that language can redirect its output.
    pub fn redirects(language: Language) -> bool {
        Compilers::links_c(language)
    }
}

fn refusal(run: &FinishedRun, folder: &Path) -> BuildError {
    let masks = Masks::new().hide(&folder.to_string_lossy());
    let text = run.stderr_text();
    let errors: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("error") || line.contains("program."))
        .take(COMPLAINT_LINES)
        .collect();
    if run.exit.signal.is_some() {
        return BuildError::Tool(run.exit.to_string());
    }
    let last = || text.lines().map(str::trim).rfind(|line| !line.is_empty());
    let reason = match errors.is_empty() {
        // A compiler that reaches a limit does not call that an error.
        true => last().map_or_else(|| run.exit.to_string(), str::to_owned),
        false => errors.join("; "),
    };
    BuildError::DoesNotCompile(masks.apply(&reason))
}

fn make_folder(path: &Path) -> Result<(), BuildError> {
    let failed = |error| BuildError::Tool(format!("{}: {error}", path.display()));
    fs::create_dir_all(path).map_err(failed)
}

fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    fs::write(path, text).map_err(|error| BuildError::Tool(format!("{}: {error}", path.display())))
}
