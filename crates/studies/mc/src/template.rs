//! The words of the user's command, with an input and its folders filled in. No input ever becomes
//! part of a text that a shell or another interpreter reads.

use crate::McError;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The placeholder for the input among the words of the command.
const INPUT_PLACEHOLDER: &str = "{input}";
/// The placeholder for a file that holds the input.
const FILE_PLACEHOLDER: &str = "{file}";
/// The placeholder for the folder into which coverage is written.
const OUT_PLACEHOLDER: &str = "{out}";
/// The environment variables that hold the same.
pub(crate) const INPUT_VARIABLE: &str = "DEBUNK_INPUT";
pub(crate) const FILE_VARIABLE: &str = "DEBUNK_INPUT_FILE";
pub(crate) const OUT_VARIABLE: &str = "DEBUNK_OUT";
/// Linux accepts no longer argument or variable than 128 KiB.
const ARGUMENT_BYTES_MAX: usize = 120 * 1024;

/// The command as the user gave it.
pub(crate) struct CommandTemplate {
    words: Vec<OsString>,
    has_input: bool,
}

/// What a run is given.
pub(crate) struct RunInputs<'g> {
    pub input: &'g str,
    pub file: &'g Path,
    pub out: &'g Path,
}

impl RunInputs<'_> {
    /// Whether the input can be an argument or a variable at all.
    pub fn fits(&self) -> bool {
        self.input.len() <= ARGUMENT_BYTES_MAX && !self.input.contains('\0')
    }
}

impl CommandTemplate {
    /// Checks the positions of the placeholders.
    ///
    /// # Errors
    /// If there is no command, or `{input}` is part of a text for an interpreter.
    pub fn new(words: &[OsString]) -> Result<Self, McError> {
        if words.is_empty() {
            let text =
                "read the command: it is missing; give it after --, for example -- ./program";
            return Err(McError::Usage(text.to_owned()));
        }
        for (number, word) in words.iter().enumerate() {
            let text = word.to_string_lossy();
            let is_read = is_code(words, number) && text.contains(INPUT_PLACEHOLDER);
            if is_read && text != INPUT_PLACEHOLDER {
                return Err(McError::Usage(format!(
                    "read the command: {INPUT_PLACEHOLDER} is inside a text that is run as code \
                     ({text}), where an input could do anything; use \"${INPUT_VARIABLE}\" instead, \
                     the environment variable that holds the input"
                )));
            }
        }
        let is_given = |word: &OsString| {
            let text = word.to_string_lossy();
            text.contains(INPUT_PLACEHOLDER)
                || text.contains(FILE_PLACEHOLDER)
                || [INPUT_VARIABLE, FILE_VARIABLE].iter().any(|name| text.contains(name))
        };
        Ok(Self { words: words.to_vec(), has_input: words.iter().any(is_given) })
    }

    /// The program and its arguments for one run. Without a placeholder, the input is the last
    /// argument.
    ///
    /// # Errors
    /// If the input cannot be an argument, or a folder cannot be in a text for an interpreter.
    pub fn fill(&self, given: &RunInputs<'_>) -> Result<(OsString, Vec<OsString>), McError> {
        let mut filled = Vec::with_capacity(self.words.len() + 1);
        for (number, word) in self.words.iter().enumerate() {
            filled.push(self.fill_word(number, word, given)?);
        }
        if !self.has_input {
            filled.push(fitting(given)?.into());
        }
        let program = filled.remove(0);
        Ok((program, filled))
    }

    fn fill_word(
        &self,
        number: usize,
        word: &OsStr,
        given: &RunInputs<'_>,
    ) -> Result<OsString, McError> {
        let Some(mut text) = word.to_str() else { return Ok(word.to_owned()) };
        let mut filled = OsString::new();
        // In one pass from left to right: placeholders inside an input do not count.
        while let Some(start) = text.find('{') {
            filled.push(&text[..start]);
            text = &text[start..];
            if let Some(rest) = text.strip_prefix(INPUT_PLACEHOLDER) {
                filled.push(fitting(given)?);
                text = rest;
                continue;
            }
            let paths = [
                (FILE_PLACEHOLDER, FILE_VARIABLE, given.file),
                (OUT_PLACEHOLDER, OUT_VARIABLE, given.out),
            ];
            let found = paths.into_iter().find(|(name, ..)| text.starts_with(name));
            let Some((name, variable, path)) = found else {
                filled.push("{");
                text = &text[1..];
                continue;
            };
            if is_code(&self.words, number) && !is_harmless(path) {
                return Err(McError::Usage(format!(
                    "run the command: {name} is inside a text that is run as code, and the folder \
                     for temporary files has special characters in its name ({}); use \
                     \"${variable}\" instead, or set TMPDIR to another folder",
                    path.display()
                )));
            }
            filled.push(path);
            text = &text[name.len()..];
        }
        filled.push(text);
        Ok(filled)
    }
}

/// The input if it can be an argument.
fn fitting<'g>(given: &RunInputs<'g>) -> Result<&'g str, McError> {
    if given.fits() {
        return Ok(given.input);
    }
    let why = if given.input.contains('\0') { "contains a zero byte" } else { "is too long" };
    Err(McError::Usage(format!(
        "run the command: an input {why} and cannot be an argument; use {FILE_PLACEHOLDER}, which stands for a \
         file that holds it"
    )))
}

/// Whether a program reads a word of the command as code: it follows an option that says so (`-c`,
/// `-e`, `--eval`), or it contains spaces or shell metacharacters.
fn is_code(words: &[OsString], number: usize) -> bool {
    let text = words[number].to_string_lossy();
    let before = number.checked_sub(1).map(|before| words[before].to_string_lossy());
    let is_behind_option = before.is_some_and(|option| {
        let is_short = option.len() > 1
            && option.starts_with('-')
            && option[1..].chars().all(|letter| letter.is_ascii_alphabetic());
        (is_short && option.ends_with(['c', 'e', 'E', 'p']))
            || ["--eval", "--print", "--command", "--exec"].contains(&&*option)
    });
    is_behind_option
        || text.chars().any(|sign| sign.is_whitespace() || "\"'`$&;|<>()*?[]#~!\\".contains(sign))
}

fn is_harmless(path: &Path) -> bool {
    path.to_str().is_some_and(|text| {
        text.chars().all(|sign| sign.is_ascii_alphanumeric() || "/._-+=:@%,".contains(sign))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a b'\"$(touch x)\n`id`;{out} {input}*";

    fn words(words: &[&str]) -> Result<CommandTemplate, McError> {
        CommandTemplate::new(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    fn filled(given: &[&str], input: &str, out: &str) -> Result<Vec<String>, McError> {
        let given_paths = RunInputs { input, file: Path::new("/t/f"), out: Path::new(out) };
        let (program, args) = words(given)?.fill(&given_paths)?;
        let all = std::iter::once(program).chain(args);
        Ok(all.map(|word| word.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn an_input_is_an_argument_as_it_is() {
        let check = |given: &[&str], expected: &[&str]| {
            assert_eq!(filled(given, HOSTILE, "/t/o").expect("filled"), expected);
        };
        check(&["p"], &["p", HOSTILE]);
        check(&["p", "{input}", "x"], &["p", HOSTILE, "x"]);
        check(&["p", "--in={input}"], &["p", &format!("--in={HOSTILE}")]);
        check(&["p", "{file}"], &["p", "/t/f"]);
        check(&["p", "-o{out}", "{unknown}"], &["p", "-o/t/o", "{unknown}", HOSTILE]);
        check(
            &["sh", "-c", "p \"$DEBUNK_INPUT\" > {out}/x"],
            &["sh", "-c", "p \"$DEBUNK_INPUT\" > /t/o/x"],
        );
    }

    #[test]
    fn no_input_becomes_code() {
        for given in [
            &["sh", "-c", "p {input}"][..],
            &["sh", "-ec", "p={input}"],
            &["python3", "-c", "print('{input}')"],
            &["node", "--eval", "f({input})"],
            &["ssh", "host", "p '{input}'"],
            &["env", "X=1", "bash", "-lc", "p;{input}"],
        ] {
            let error = words(given).err().expect("refused").to_string();
            assert!(error.contains("DEBUNK_INPUT"), "{error}");
        }
    }

    #[test]
    fn what_cannot_be_passed_is_refused() {
        let check = |given: &[&str], input: &str, out: &str, message: &str| {
            let error = filled(given, input, out).expect_err("refused").to_string();
            assert!(error.contains(message), "{error}");
        };
        check(&["p"], "a\0b", "/t/o", "zero byte");
        check(&["p"], &"x".repeat(ARGUMENT_BYTES_MAX + 1), "/t/o", "too long");
        check(&["sh", "-c", "p > {out}/x"], "1", "/t/a b/o", "DEBUNK_OUT");
        assert!(filled(&["p", "{file}"], "a\0b", "/t/o").is_ok());
        assert!(words(&[]).is_err());
    }
}
