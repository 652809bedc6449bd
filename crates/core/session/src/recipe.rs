//! What somebody needs to know who plays a session without debunk.

use serde::{Deserialize, Serialize};

/// How a debugger is driven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// How a debugger and its program are made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The command that makes the program, in which `${source}` and `${program}` stand for files;
    /// empty where none is compiled.
    pub build: Vec<String>,
    /// How it is driven.
    #[serde(flatten)]
    pub means: Means,
}
