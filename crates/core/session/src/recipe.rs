//! What is needed to replay a session without debunk.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a debugger is driven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Means {
    /// By commands to gdb.
    Gdb,
    /// In the same process, by Python's bdb.
    Bdb,
    /// Over the Debug Adapter Protocol.
    Dap {
        /// What is special about the adapter, as JSON.
        adapter: String,
    },
}

/// How a debugger and its program are prepared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recipe {
    /// The command that compiles the program, in which `${source}` and `${program}` are files;
    /// empty if nothing is compiled.
    pub build: Vec<String>,
    /// How it is driven.
    #[serde(flatten)]
    pub means: Means,
}
