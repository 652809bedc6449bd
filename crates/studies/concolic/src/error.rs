//! What can be wrong with a program to localise.

/// Why a program cannot be localised.
#[derive(Debug, thiserror::Error)]
pub enum ConcolicError {
    /// A file cannot be read.
    #[error("read {path}: {reason}")]
    Read {
        /// The file.
        path: String,
        /// The system's error; part of the message, hence not its source.
        reason: std::io::Error,
    },
    /// A file is not a module.
    #[error("use {file}: it {reason}; correct it and try again")]
    Syntax {
        /// The file.
        file: String,
        /// What the parser says.
        reason: String,
    },
    /// A file imports something that is missing.
    #[error(
        "use {file}: it imports {specifier:?}, which is not a file next to it; only local files can be imported"
    )]
    Import {
        /// The file that imports.
        file: String,
        /// What it imports.
        specifier: String,
    },
    /// The exports do not have the expected form.
    #[error("use {file}: {}", .problems.join("; "))]
    Exports {
        /// The file.
        file: String,
        /// What is missing or wrong.
        problems: Vec<String>,
    },
    /// The top level does not run.
    #[error("use {file}: its top level fails: {message}")]
    TopLevel {
        /// The file.
        file: String,
        /// What was thrown, or that it does not end.
        message: String,
    },
    /// There is no such relation.
    #[error("use the relation {name:?}: it is not exported; available: {}", .known.join(", "))]
    NoRelation {
        /// The requested one.
        name: String,
        /// The available ones.
        known: Vec<String>,
    },
    /// An input does not have the form of the parameters.
    #[error("use the input: {0}")]
    Input(String),
    /// A function of the program returns something that cannot be run to its end.
    #[error("run the program: {0}")]
    Unsupported(String),
    /// No inputs can be made.
    #[error(
        "generate inputs: no kind of input that debunk can guess suits P, valid and T; export a domain \
         or a function generate, or give an --input"
    )]
    NoDomain,
    /// The engine itself fails.
    #[error("run the engine: {0}")]
    Engine(String),
}
