//! Describes a process to be started, and starts it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CString, OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::child::{Child, PipeEnds};
use crate::confine::{self, ConfinementRules};
use crate::isolation::{has_own_pid_limit, has_own_process_count};
use crate::launch::{self, Cage, LaunchFailure, LaunchPlan, Namespaces};
use crate::mounts::MountLayout;
use crate::view::FileView;
use crate::{Isolation, IsolationMode, SandboxError, TempArea, find_program, places, sys};

const BYTES_PER_MIB: u64 = 1024 * 1024;
/// The PATH of a child if debunk has none.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";
const LOCALE: &str = "C.UTF-8";
const TIME_ZONE: &str = "UTC";
/// A binary that was just written is busy while any other thread is between fork and exec.
const BUSY_PATIENCE_MS: u64 = 2000;
const BUSY_PAUSE_MS: u64 = 10;
/// Limit on processes and threads of one isolated child; a browser has a few hundred.
const PROCESS_LIMIT: u64 = 2_048;
/// Limit on process IDs in one namespace; the kernel keeps the first 300 for itself.
const PROCESS_NUMBER_LIMIT: u64 = 4_096;
const FIRST_PROCESS_NUMBER: u64 = 300;
const PROCESS_NUMBERS: u64 = 3_000;
const PROCESS_NUMBER_STEP: u64 = 7;

/// A process to be started inside a [`TempArea`].
///
/// By default it has no input, its output is discarded, and it starts in a private home folder that
/// is removed with it. Of the environment it sees only `PATH`; `LANG`, `LC_ALL`, `TZ`, `HOME` and
/// `TMPDIR` have fixed or private values.
#[derive(Clone, Debug)]
pub struct Spawn {
    program: OsString,
    args: Vec<OsString>,
    env: BTreeMap<OsString, OsString>,
    inherits_env: bool,
    folder: Option<PathBuf>,
    limits: BTreeMap<libc::c_int, u64>,
    pipes: bool,
    /// Which of input, output and error output are pipes.
    piped: [bool; 3],
    /// The file that takes the output.
    output_file: Option<PathBuf>,
    /// Whether it is a tool of the user, which sees what the user sees.
    is_tool: bool,
    /// What isolates it, instead of what isolates all others.
    isolation: Option<IsolationMode>,
    readable: BTreeSet<PathBuf>,
    writable: BTreeSet<PathBuf>,
    connects: bool,
    uses_sockets: bool,
    listens: Option<u16>,
}

impl Spawn {
    /// Describes a process that runs `program`, a path or a name on the PATH.
    pub fn new(program: impl AsRef<OsStr>) -> Spawn {
        Spawn {
            program: program.as_ref().to_os_string(),
            args: Vec::new(),
            env: BTreeMap::new(),
            inherits_env: false,
            folder: None,
            limits: BTreeMap::from([(libc::RLIMIT_CORE as libc::c_int, 0)]),
            pipes: false,
            piped: [false; 3],
            output_file: None,
            is_tool: false,
            isolation: None,
            readable: BTreeSet::new(),
            writable: BTreeSet::new(),
            connects: false,
            uses_sockets: true,
            listens: None,
        }
    }

    /// Adds an argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Spawn {
        self.args.push(arg.as_ref().to_os_string());
        self
    }

    /// Adds several arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Spawn {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_os_string()));
        self
    }

    /// Sets an environment variable; it overrides the values that the sandbox chooses.
    pub fn env(mut self, key: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Spawn {
        self.env.insert(key.as_ref().to_os_string(), value.as_ref().to_os_string());
        self
    }

    /// Passes the user's whole environment on, without isolation. Only for the user's own tools,
    /// such as a package manager whose configuration matters; never for a program that is being
    /// debugged.
    pub fn inherit_environment(mut self) -> Spawn {
        self.inherits_env = true;
        self.as_tool()
    }

    /// Starts a tool that works on the user's own files: it sees what the user sees. Never for a
    /// program that is being debugged, nor for a tool that reads one.
    pub fn as_tool(mut self) -> Spawn {
        self.is_tool = true;
        self
    }

    /// Isolates it in this way, whatever was decided for all others.
    pub fn isolated_by(mut self, mode: IsolationMode) -> Spawn {
        self.isolation = Some(mode);
        self
    }

    /// Lets it read a file or folder besides the system, the area and the folders of the program.
    pub fn readable(mut self, path: impl AsRef<Path>) -> Spawn {
        self.readable.insert(path.as_ref().to_path_buf());
        self
    }

    /// Lets it write to a folder besides its home and the folder in which it starts.
    pub fn writable(mut self, folder: impl AsRef<Path>) -> Spawn {
        self.writable.insert(folder.as_ref().to_path_buf());
        self
    }

    /// Lets it open its own connections on loopback, for an adapter that talks to its debugger that
    /// way. In its own network it can do so anyway.
    pub fn connects(mut self) -> Spawn {
        self.connects = true;
        self
    }

    /// Refuses it every socket, for compilers and other tools that do not need one. This saves a
    /// network namespace, which takes the kernel longer than all other namespaces together.
    pub fn without_sockets(mut self) -> Spawn {
        self.uses_sockets = false;
        self
    }

    /// Listens on that port in the child's network before it starts; see [`Child::take_listener`].
    pub fn listen(mut self, port: u16) -> Spawn {
        self.listens = Some(port);
        self
    }

    /// Starts the process in this folder instead of its private home.
    pub fn current_dir(mut self, folder: impl AsRef<Path>) -> Spawn {
        self.folder = Some(folder.as_ref().to_path_buf());
        self
    }

    /// Limits the writable private memory of each process (`RLIMIT_DATA`); `None` is no limit.
    ///
    /// The address space (`RLIMIT_AS`) cannot be limited, since V8 and Chromium reserve huge ranges
    /// that they never use. But they make part of it writable ahead of use, and that counts: Node
    /// before 24 starts with 50 MiB, Node from 24 on and Deno with 570 MiB, and a Chromium renderer
    /// with up to 690 MiB. Hence 1024 MiB is the least that makes sense for all of them. If a
    /// process reaches the limit, its allocations fail, which usually ends it with SIGABRT or
    /// SIGTRAP. If it does not even have enough to start, it may hang, so a time-out is needed as
    /// well.
    pub fn memory_limit_mib(self, limit: Option<u64>) -> Spawn {
        self.limit(libc::RLIMIT_DATA as libc::c_int, limit.map(mib_to_bytes))
    }

    /// Limits the processor time of each process; SIGKILL ends a process that exceeds it.
    pub fn cpu_limit_s(self, limit: Option<u64>) -> Spawn {
        self.limit(libc::RLIMIT_CPU as libc::c_int, limit)
    }

    /// Limits the size of each written file; SIGXFSZ ends a writer that exceeds it.
    pub fn file_size_limit_mib(self, limit: Option<u64>) -> Spawn {
        self.limit(libc::RLIMIT_FSIZE as libc::c_int, limit.map(mib_to_bytes))
    }

    fn limit(mut self, resource: libc::c_int, limit: Option<u64>) -> Spawn {
        match limit {
            Some(limit) => self.limits.insert(resource, limit),
            None => self.limits.remove(&resource),
        };
        self
    }

    /// Gives the child descriptor 3 to read from and 4 to write to, as Chromium's
    /// `--remote-debugging-pipe` needs them; see [`Child::take_pipes`].
    pub fn open_pipes(mut self) -> Spawn {
        self.pipes = true;
        self
    }

    /// Whether the input is a pipe (otherwise it is empty).
    pub fn stdin(mut self, piped: bool) -> Spawn {
        self.piped[0] = piped;
        self
    }

    /// Whether the output is a pipe (otherwise it is discarded).
    pub fn stdout(mut self, piped: bool) -> Spawn {
        self.piped[1] = piped;
        self
    }

    /// Sends the output to a new file, which is what a program finds under most debuggers.
    pub fn output_file(mut self, path: impl AsRef<Path>) -> Spawn {
        self.output_file = Some(path.as_ref().to_path_buf());
        self
    }

    /// Whether the error output is a pipe (or else thrown away).
    pub fn stderr(mut self, piped: bool) -> Spawn {
        self.piped[2] = piped;
        self
    }

    /// Starts the process. It dies with debunk, whichever thread started it.
    pub fn spawn(self, area: &TempArea) -> Result<Child, SandboxError> {
        let deadline = Instant::now() + Duration::from_millis(BUSY_PATIENCE_MS);
        loop {
            match self.try_spawn(area) {
                Err(SandboxError::Start { reason, .. })
                    if reason.raw_os_error() == Some(libc::ETXTBSY)
                        && Instant::now() < deadline =>
                {
                    thread::sleep(Duration::from_millis(BUSY_PAUSE_MS));
                }
                result => return result,
            }
        }
    }

    fn try_spawn(&self, area: &TempArea) -> Result<Child, SandboxError> {
        let home = area.subfolder("home")?;
        let env = self.environment(home.path());
        let program = self.find(&env)?;
        let folder = self.folder.as_deref().unwrap_or(home.path());
        let mode = match self.isolation {
            _ if self.is_tool => IsolationMode::Off,
            Some(mode) => mode,
            None => Isolation::of(area).mode,
        };
        let view = || self.view(&program, &env, folder, home.path(), area);
        let cage =
            self.cage(mode, view, area).map_err(|reason| self.failed("isolation", reason))?;
        let is_first = matches!(cage, Cage::Namespaces(_));
        // A folder that others fill too, such as a cache, is not the child's.
        let own =
            [home.path(), folder].into_iter().chain(self.writable.iter().map(PathBuf::as_path));
        let own: BTreeSet<_> = own.filter(|path| path.starts_with(area.path())).collect();
        let writable = own.into_iter().map(Path::to_path_buf).collect();
        let mut limits = self.limits.clone();
        if is_first && has_own_process_count() {
            limits.entry(libc::RLIMIT_NPROC as libc::c_int).or_insert(PROCESS_LIMIT);
        }
        let listener = match self.listens.filter(|_| !is_first) {
            Some(port) => Some(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))
                .transpose()
                .map_err(|reason| self.failed("listener", reason))?,
            None => None,
        };
        let (fds, ends) = self.descriptors().map_err(|reason| self.failed("pipes", reason))?;
        let plan = LaunchPlan {
            program: self.c_text(program.as_os_str(), "the program name")?,
            args: self.c_args()?,
            env: self.c_env(env)?,
            folder: self.c_text(folder.as_os_str(), "the folder name")?,
            fds,
            limits: limits.into_iter().collect(),
            janitor: area.janitor().raw_fd(),
            cage,
        };
        match launch::launch(plan) {
            Ok(launched) => {
                let mut child = Child::new(launched, is_first, writable, ends, home, area.clone());
                if is_first && self.listens.is_some() {
                    let received = child.receive_listener();
                    received.map_err(|reason| self.failed("listener", reason))?;
                }
                listener.into_iter().for_each(|listener| child.set_listener(listener));
                Ok(child)
            }
            Err(LaunchFailure { step, reason, pid }) => {
                pid.inspect(|pid| area.janitor().forget(*pid));
                Err(self.failed(step, reason))
            }
        }
    }

    /// What the child sees of the file system.
    fn view(
        &self,
        program: &Path,
        env: &BTreeMap<OsString, OsString>,
        folder: &Path,
        home: &Path,
        area: &TempArea,
    ) -> FileView {
        let mut view = FileView::of_everyone();
        let path = env.get(OsStr::new("PATH")).map_or(OsStr::new(""), OsString::as_os_str);
        view.read(places::on_path(path));
        if !program.starts_with(area.path()) {
            view.read(places::of_program(program, path));
        }
        // Whatever debunk names to a program is meant to be read.
        let words = self.args.iter().chain(self.env.values());
        let named = words.flat_map(|word| word.as_bytes().split(|byte| b":=,".contains(byte)));
        let named = named.map(|name| Path::new(OsStr::from_bytes(without_option(name))));
        let named = named.filter(|name| name.is_absolute() && !name.starts_with(area.path()));
        view.read(named.filter_map(places::of_file));
        view.read(self.readable.iter().cloned());
        view.read([area.path().to_path_buf(), folder.to_path_buf()]);
        view.writable.insert(home.to_path_buf());
        if folder.starts_with(area.path()) {
            view.writable.insert(folder.to_path_buf());
        }
        view.writable.extend(self.writable.iter().cloned());
        view
    }

    fn cage(
        &self,
        mode: IsolationMode,
        view: impl FnOnce() -> FileView,
        area: &TempArea,
    ) -> io::Result<Cage> {
        Ok(match mode {
            IsolationMode::Off => Cage::None,
            IsolationMode::Rules => {
                let rules = ConfinementRules::new(&view(), self.connects, self.uses_sockets)?;
                Cage::Rules(Box::new(rules))
            }
            IsolationMode::Namespaces => {
                // SAFETY: the calls take no arguments and cannot fail.
                let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
                let view = view();
                let frame = area.frame(&view)?;
                let pid_limit =
                    has_own_pid_limit().then(|| PROCESS_NUMBER_LIMIT.to_string().into_bytes());
                Cage::Namespaces(Box::new(Namespaces {
                    layout: MountLayout::new(frame, &view, area.path())?,
                    user_map: format!("{user} {user} 1").into_bytes(),
                    group_map: format!("{group} {group} 1").into_bytes(),
                    pid_limit,
                    last_pid: first_process_number().to_string().into_bytes(),
                    listens: self.listens,
                    no_sockets: (!self.uses_sockets).then(confine::refused_sockets).transpose()?,
                }))
            }
        })
    }

    /// The environment of the child.
    fn environment(&self, home: &Path) -> BTreeMap<OsString, OsString> {
        let mut env = if self.inherits_env {
            std::env::vars_os().collect()
        } else {
            let path = std::env::var_os("PATH").unwrap_or_else(|| DEFAULT_PATH.into());
            BTreeMap::from([
                ("PATH".into(), path),
                ("LANG".into(), LOCALE.into()),
                ("LC_ALL".into(), LOCALE.into()),
                ("TZ".into(), TIME_ZONE.into()),
                ("HOME".into(), home.into()),
                ("TMPDIR".into(), home.into()),
            ])
        };
        env.extend(self.env.clone());
        env
    }

    /// A relative path is relative to debunk's folder, not to the one in which the child starts.
    fn find(&self, env: &BTreeMap<OsString, OsString>) -> Result<PathBuf, SandboxError> {
        let path = env.get(OsStr::new("PATH")).cloned().unwrap_or_else(|| DEFAULT_PATH.into());
        find_program(&self.program, &path)
            .and_then(|program| std::path::absolute(program).ok())
            .ok_or_else(|| match self.name() {
                path if path.contains('/') => SandboxError::NoProgramThere { path },
                program => SandboxError::NoProgram { program },
            })
    }

    /// What the child gets as descriptors 0, 1, 2 and so on, and our ends.
    fn descriptors(&self) -> io::Result<(Vec<OwnedFd>, PipeEnds)> {
        let mut fds = Vec::new();
        let mut ends = PipeEnds::default();
        let (fd, end) = self.input(self.piped[0])?;
        fds.push(fd);
        ends.stdin = end;
        if let Some(path) = &self.output_file {
            let file = OpenOptions::new().append(true).create_new(true).open(path)?;
            fds.push(sys::raise(file.into())?);
        } else {
            let (fd, reading) = self.output(self.piped[1])?;
            fds.push(fd);
            ends.stdout = reading;
        }
        let (fd, reading) = self.output(self.piped[2])?;
        fds.push(fd);
        ends.stderr = reading;
        if self.pipes {
            let (fd_3, writing) = self.input(true)?;
            let (fd_4, reading) = self.output(true)?;
            fds.extend([fd_3, fd_4]);
            ends.pipes = writing.zip(reading);
        }
        Ok((fds, ends))
    }

    fn input(&self, piped: bool) -> io::Result<(OwnedFd, Option<File>)> {
        if !piped {
            return Ok((nothing()?, None));
        }
        let (reading, writing) = sys::pipe()?;
        Ok((reading, Some(writing.into())))
    }

    fn output(&self, piped: bool) -> io::Result<(OwnedFd, Option<File>)> {
        if !piped {
            return Ok((nothing()?, None));
        }
        let (reading, writing) = sys::pipe()?;
        Ok((writing, Some(reading.into())))
    }

    fn c_args(&self) -> Result<Vec<CString>, SandboxError> {
        let all = std::iter::once(&self.program).chain(&self.args);
        all.map(|arg| self.c_text(arg, "an argument")).collect()
    }

    fn c_env(&self, env: BTreeMap<OsString, OsString>) -> Result<Vec<CString>, SandboxError> {
        let assign = |(mut text, value): (OsString, OsString)| {
            text.push("=");
            text.push(value);
            self.c_text(&text, "an environment variable")
        };
        env.into_iter().map(assign).collect()
    }

    fn c_text(&self, text: &OsStr, what: &str) -> Result<CString, SandboxError> {
        CString::new(text.as_bytes())
            .map_err(|_| SandboxError::ZeroByte { program: self.name(), what: what.to_owned() })
    }

    fn failed(&self, step: &'static str, reason: io::Error) -> SandboxError {
        SandboxError::Start { program: self.name(), step, reason }
    }

    /// The program as text for messages.
    fn name(&self) -> String {
        String::from_utf8_lossy(&self.program.clone().into_vec()).into_owned()
    }
}

/// The path in a word such as `-I/opt/include` or `@/tmp/arguments`.
fn without_option(word: &[u8]) -> &[u8] {
    match word.first() {
        Some(b'-' | b'@') => {
            let start = word.iter().position(|byte| *byte == b'/').unwrap_or(word.len());
            &word[start..]
        }
        _ => word,
    }
}

/// A number that differs from child to child, as process IDs do. Otherwise a program that prints
/// its own ID would look deterministic until a debugger starts it.
fn first_process_number() -> u64 {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    let number = STARTED.fetch_add(PROCESS_NUMBER_STEP, Ordering::Relaxed);
    FIRST_PROCESS_NUMBER + (number + u64::from(std::process::id())) % PROCESS_NUMBERS
}

fn nothing() -> io::Result<OwnedFd> {
    let file = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    sys::raise(file.into())
}

fn mib_to_bytes(mib: u64) -> u64 {
    mib.saturating_mul(BYTES_PER_MIB)
}
