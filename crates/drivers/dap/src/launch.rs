//! The placeholders in a description, and the request that starts a program.

use debunk_native::{Built, Masks, Workplace};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

/// The values of the placeholders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    known: BTreeMap<String, String>,
    folder: String,
}

impl Words {
    pub fn new(workplace: &Workplace, support: &Path, python: &Path) -> Self {
        let mut words = Self::default();
        let folder = workplace.folder();
        words.folder = folder.to_string_lossy().into_owned();
        words.set("cwd", &folder.to_string_lossy());
        words.set("socket", &folder.join("socket").to_string_lossy());
        words.set("output", &workplace.output_file().to_string_lossy());
        words.set("support", &support.to_string_lossy());
        words.set("python", &python.to_string_lossy());
        words
    }

    pub fn set(&mut self, name: &str, value: &str) {
        self.known.insert(format!("${{{name}}}"), value.to_owned());
    }

    pub fn set_program(&mut self, built: &Built) {
        self.set("program", &built.executable().to_string_lossy());
        self.set("source", &built.source().to_string_lossy());
        self.set("folder", &built.folder().to_string_lossy());
    }

    /// The text with every known placeholder replaced.
    pub fn replace(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (word, value) in &self.known {
            if text.contains(word.as_str()) {
                text = text.replace(word.as_str(), value);
            }
        }
        text
    }

    /// A text of the adapter without its working folder.
    pub fn mask(&self, text: &str) -> String {
        Masks::new().hide(&self.folder).apply(text)
    }

    /// The arguments of the request that starts the program.
    pub fn arguments(&self, launch: &toml::Table) -> Value {
        let fields = launch.iter().map(|(name, value)| (name.clone(), self.value(value)));
        Value::Object(fields.collect::<Map<String, Value>>())
    }

    fn value(&self, value: &toml::Value) -> Value {
        match value {
            toml::Value::String(text) => Value::String(self.replace(text)),
            toml::Value::Integer(number) => Value::from(*number),
            toml::Value::Float(number) => Value::from(*number),
            toml::Value::Boolean(truth) => Value::Bool(*truth),
            toml::Value::Datetime(time) => Value::String(time.to_string()),
            toml::Value::Array(values) => values.iter().map(|one| self.value(one)).collect(),
            toml::Value::Table(table) => self.arguments(table),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_are_replaced_at_every_depth() {
        let mut words = Words::default();
        words.set("program", "/p");
        let launch = "program = '${program}'\nenv = { A = 'x${program}' }\nlist = ['${cwd}', 1]";
        let launch: toml::Table = toml::from_str(launch).expect("a table");
        let expected = json!({ "program": "/p", "env": { "A": "x/p" }, "list": ["${cwd}", 1] });
        assert_eq!(words.arguments(&launch), expected);
    }
}
