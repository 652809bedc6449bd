//! From a debugger's name to a debugger that can be driven.

use crate::args::{CacheArgs, DebuggerArgs};
use crate::exit::NothingRan;
use anyhow::{Context, Result, bail};
use debunk_bdb::BdbDebugger;
use debunk_dap::{AdapterSpec, DapDebugger, counted_debugpy, is_current_debugpy, shipped};
use debunk_duktape::DuktapeDebugger;
use debunk_firefox::FirefoxDebugger;
use debunk_gdbmi::GdbMiDebugger;
use debunk_model::Engine;
use debunk_native::{Builder, Compilers};
use debunk_sandbox::{Isolation, TempArea};
use debunk_session::{Debugger, DebuggerInfo};
use debunk_toolchain::{Cache, DebuggerName, Located, Product, locate};
use debunk_v8::V8Debugger;
use debunk_webkit::BunDebugger;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};

/// A debugger that is ready to use.
pub(crate) struct Ready {
    pub debugger: Arc<dyn Debugger>,
    /// The same debugger by its concrete type, for features that only some have.
    pub concrete: Concrete,
}

impl Ready {
    fn of(debugger: impl Debugger + 'static) -> Self {
        Self { debugger: Arc::new(debugger), concrete: Concrete::Other }
    }
}

/// A debugger by its concrete type, if that matters.
pub(crate) enum Concrete {
    /// One of V8's.
    V8(Arc<V8Debugger>),
    /// gdb over its machine interface.
    GdbMi(Arc<GdbMiDebugger>),
    /// A debug adapter.
    Dap(Arc<DapDebugger>),
    /// Any other.
    Other,
}

/// The builders of a command: debuggers whose programs are made by the same tools share the built
/// files, so that two of them use the same file.
#[derive(Default)]
struct Builders {
    made: Vec<Builder>,
}

impl Builders {
    fn with(&mut self, compilers: Compilers) -> Result<Builder> {
        if let Some(builder) = self.made.iter().find(|made| *made.compilers() == compilers) {
            return Ok(builder.clone());
        }
        let builder = Builder::new(&area()?, compilers);
        self.made.push(builder.clone());
        Ok(builder)
    }
}

/// One of two debuggers that are compared.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// The name that the user gives.
    pub name: String,
    /// The C compiler with its options, if the two sides have different ones.
    pub compiler: Option<(String, String)>,
}

impl Side {
    /// The side that a report names, or another debugger instead.
    pub(crate) fn of(info: &DebuggerInfo, name: Option<&str>) -> Side {
        let compiler = match &info.engine {
            Some(Engine::Compiler { command, options }) => {
                Some((command.clone(), options.join(" ")))
            }
            _ => None,
        };
        Side { name: name.unwrap_or(&info.name).to_owned(), compiler }
    }

    fn find(&self, args: &DebuggerArgs, builders: &mut Builders) -> Result<Ready> {
        let mut args = args.clone();
        let mut engine = None;
        if let Some((cc, cflags)) = &self.compiler {
            engine = Some(Engine::compiler(cc, cflags));
            (args.cc, args.cflags) = (cc.clone(), cflags.clone());
        }
        find_with(Some(&self.name), &args, engine, builders)
    }
}

/// Finds the two debuggers of a comparison.
pub(crate) fn find_pair(a: &Side, b: &Side, args: &DebuggerArgs) -> Result<(Ready, Ready)> {
    let mut builders = Builders::default();
    Ok((a.find(args, &mut builders)?, b.find(args, &mut builders)?))
}

/// The version of Python that runs a debugger's programs, if they are Python's.
pub(crate) fn python_of(info: &DebuggerInfo) -> Option<(u32, u32)> {
    let version = match &info.engine {
        Some(engine) => engine.python_version()?,
        None if info.product == Product::BDB.name() => &info.version,
        None => return None,
    };
    let mut numbers = version.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// A private folder for untrusted programs. Warns once if they could leave it.
fn area() -> Result<TempArea> {
    static ONCE: Once = Once::new();
    let area = TempArea::new()?;
    ONCE.call_once(|| {
        if let Some(reason) = Isolation::of(&area).weakness() {
            anstream::eprintln!(
                "warning: programs are not isolated ({reason}): they can read your files and end \
                 your processes; run only what you trust; see debunk doctor"
            );
        }
    });
    Ok(area)
}

/// Opens debunk's cache.
pub(crate) fn cache(args: &CacheArgs) -> Result<Cache> {
    Ok(Cache::open(args.cache.as_deref())?)
}

/// Finds the debugger of that name, or the first installed one, and fetches it if necessary.
pub(crate) fn find(name: Option<&str>, args: &DebuggerArgs) -> Result<Ready> {
    find_with(name, args, None, &mut Builders::default())
}

fn find_with(
    name: Option<&str>,
    args: &DebuggerArgs,
    engine: Option<Engine>,
    builders: &mut Builders,
) -> Result<Ready> {
    let cache = cache(&args.cache)?;
    if let Some(spec) = own_adapter(name, args)? {
        return custom(spec, args, engine, &cache, builders);
    }
    let name = match name {
        Some(name) => name.parse::<DebuggerName>()?,
        None => first_there(&cache),
    };
    let located = locate(&name, &cache, &mut |progress| anstream::eprintln!("{progress}"))
        .map_err(|error| match name.choice {
            // The debugger that the user named is not available; the one that debunk chose itself
            // was the last resort.
            debunk_toolchain::Choice::Any => NothingRan(error.to_string()).into(),
            _ => anyhow::Error::new(error),
        })
        .with_context(|| format!("get {name}"))?;
    // A compiler matters only where no engine runs the programs.
    let engine = located.engine.clone().or(engine);
    ready(&name, Located { engine, ..located }, args, &cache, builders)
}

/// The adapter of that name among the user's descriptions, or the first of them.
fn own_adapter(name: Option<&str>, args: &DebuggerArgs) -> Result<Option<AdapterSpec>> {
    for file in &args.adapter {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("read the adapter {}", file.display()))?;
        let about = || format!("use the adapter {}", file.display());
        let mut spec: AdapterSpec = text.parse().with_context(about)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        if name.is_none_or(|name| name == spec.name) {
            spec.resolve(folder)
                .map_err(|error| NothingRan(error.to_string()))
                .with_context(about)?;
            return Ok(Some(spec));
        }
    }
    Ok(None)
}

/// A user's own adapter; if it has the name of a debugger that debunk knows, it may use that
/// debugger's binary.
fn custom(
    spec: AdapterSpec,
    args: &DebuggerArgs,
    engine: Option<Engine>,
    cache: &Cache,
    builders: &mut Builders,
) -> Result<Ready> {
    let needs_binary = spec.command.iter().any(|word| word.contains("${binary}"));
    let mut version = "unknown".to_owned();
    let mut binary = None;
    if needs_binary {
        let Ok(name) = spec.name.parse::<DebuggerName>() else {
            bail!("start {}: write the program itself instead of ${{binary}}", spec.name);
        };
        let located = locate(&name, cache, &mut |progress| anstream::eprintln!("{progress}"))?;
        version = located.version.text;
        binary = Some(located.binary);
    }
    let info =
        DebuggerInfo { name: spec.name.clone(), product: spec.name.clone(), version, engine };
    let builder = builders.with(compilers(args, cache, None))?;
    Ok(dap(DapDebugger::new(info, spec, binary, builder)))
}

fn dap(debugger: DapDebugger) -> Ready {
    let debugger = Arc::new(debugger);
    Ready { debugger: debugger.clone(), concrete: Concrete::Dap(debugger) }
}

fn first_there(cache: &Cache) -> DebuggerName {
    let there = debunk_toolchain::doctor(cache).into_iter().find(|entry| entry.found.is_some());
    DebuggerName::any(there.map_or(Product::NODE, |entry| entry.product))
}

/// The tools that make programs, as the user wants them.
fn compilers(args: &DebuggerArgs, cache: &Cache, python: Option<PathBuf>) -> Compilers {
    let defaults = Compilers::default();
    Compilers {
        cc: args.cc.clone(),
        cflags: args.cflags.split_whitespace().map(str::to_owned).collect(),
        // What the Go tool compiled of its own library is worth keeping.
        go_cache: Some(cache.path().join("go-build")),
        python: python.unwrap_or(defaults.python),
        ..defaults
    }
}

/// A debugger that was found, and what its driver may need.
struct FoundDebugger<'command> {
    product: Product,
    info: DebuggerInfo,
    binary: PathBuf,
    args: &'command DebuggerArgs,
    cache: &'command Cache,
    builders: &'command mut Builders,
}

impl FoundDebugger<'_> {
    /// What makes the programs of this debugger.
    fn builder(&mut self, python: Option<PathBuf>) -> Result<Builder> {
        self.builders.with(compilers(self.args, self.cache, python))
    }
}

/// Makes a debugger of what was found, if its driver is the right one.
type MakeReady = fn(&mut FoundDebugger<'_>) -> Result<Option<Ready>>;

/// Every driver; the first that takes what was found drives it.
const DRIVERS: [MakeReady; 8] = [v8, bun, firefox, gdb_mi, bdb, counted, duktape, adapter];

fn v8(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    let debugger = V8Debugger::new(found.info.clone(), found.binary.clone(), &area()?);
    Ok(debugger.map(|debugger| {
        let debugger = Arc::new(debugger);
        Ready { debugger: debugger.clone(), concrete: Concrete::V8(debugger) }
    }))
}

fn bun(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    Ok(match found.product.name() {
        BunDebugger::PRODUCT => {
            let (info, binary) = (found.info.clone(), found.binary.clone());
            Some(Ready::of(BunDebugger::new(info, binary, &area()?)))
        }
        _ => None,
    })
}

fn firefox(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    Ok(match found.product.name() {
        FirefoxDebugger::PRODUCT => {
            let (info, binary) = (found.info.clone(), found.binary.clone());
            Some(Ready::of(FirefoxDebugger::new(info, binary, &area()?)))
        }
        _ => None,
    })
}

fn gdb_mi(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    if found.product.name() != GdbMiDebugger::PRODUCT {
        return Ok(None);
    }
    let builder = found.builder(None)?;
    let gdb = GdbMiDebugger::new(found.info.clone(), found.binary.clone(), builder);
    let gdb = Arc::new(gdb);
    Ok(Some(Ready { debugger: gdb.clone(), concrete: Concrete::GdbMi(gdb) }))
}

fn bdb(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    if found.product != Product::BDB {
        return Ok(None);
    }
    let builder = found.builder(Some(found.binary.clone()))?;
    Ok(Some(Ready::of(BdbDebugger::new(found.info.clone(), builder))))
}

fn counted(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    let product = found.product;
    if product != Product::DEBUGPY_COUNTED {
        return Ok(None);
    }
    if !is_current_debugpy(&found.binary) {
        bail!("use {product}: it was made by another version; run debunk setup {product}");
    }
    let builder = found.builder(Some(found.binary.clone()))?;
    Ok(Some(dap(counted_debugpy(found.info.clone(), found.binary.clone(), builder)?)))
}

fn duktape(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    if found.product != Product::DUKTAPE {
        return Ok(None);
    }
    if !debunk_duktape::is_current(&found.binary) {
        bail!("use duktape: it was built by another version; run debunk setup duktape");
    }
    let (info, binary) = (found.info.clone(), found.binary.clone());
    Ok(Some(Ready::of(DuktapeDebugger::new(info, binary, &area()?))))
}

fn adapter(found: &mut FoundDebugger<'_>) -> Result<Option<Ready>> {
    let Some(text) = shipped(found.product.name()) else { return Ok(None) };
    let python = (found.product == Product::DEBUGPY).then(|| found.binary.clone());
    let builder = found.builder(python)?;
    let binary = Some(found.binary.clone());
    Ok(Some(dap(DapDebugger::new(found.info.clone(), text.parse()?, binary, builder))))
}

fn ready(
    name: &DebuggerName,
    located: Located,
    args: &DebuggerArgs,
    cache: &Cache,
    builders: &mut Builders,
) -> Result<Ready> {
    let Located { product, binary, version, engine, .. } = located;
    let (name, product_name) = (name.to_string(), product.to_string());
    let info = DebuggerInfo { name, product: product_name, version: version.text, engine };
    let mut found = FoundDebugger { product, info, binary, args, cache, builders };
    for driver in DRIVERS {
        if let Some(ready) = driver(&mut found)? {
            return Ok(ready);
        }
    }
    bail!("drive {product}: there is no driver for it")
}
