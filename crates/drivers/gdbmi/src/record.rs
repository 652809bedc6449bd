//! Parses gdb's output lines. Pure: text in, records out.

use serde_json::{Map, Value};

/// Values nested deeper than this count as a broken stream.
const DEPTH_MAX: usize = 64;

/// The kind of record of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordKind {
    /// `^`: the answer to a command.
    Answer,
    /// `*`: the program runs or pauses.
    Running,
    /// `=`, `+`, `~`, `@`, `&`, the prompt, and whatever the program wrote in between.
    Other,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub kind: RecordKind,
    /// The number that the command carried.
    pub token: Option<u64>,
    /// What comes first: `done`, `error`, `stopped`.
    pub class: String,
    /// The rest, by name.
    pub results: Value,
}

/// Parses one line; `None` if it is not in gdb's syntax.
pub(crate) fn parse(line: &str) -> Option<Record> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let token = line[..digits].parse().ok();
    let rest = &line[digits..];
    let kind = match rest.as_bytes().first()? {
        b'^' => RecordKind::Answer,
        b'*' => RecordKind::Running,
        _ => return Some(other()),
    };
    let rest = &rest[1..];
    let end = rest.find(',').unwrap_or(rest.len());
    let class = rest[..end].to_owned();
    let mut reader = Reader { bytes: rest.as_bytes(), position: end, depth: 0 };
    let mut results = Map::new();
    while reader.take(b',') {
        let (name, value) = reader.result()?;
        results.insert(name, value);
    }
    Some(Record { kind, token, class, results: Value::Object(results) })
}

fn other() -> Record {
    Record { kind: RecordKind::Other, token: None, class: String::new(), results: Value::Null }
}

struct Reader<'line> {
    bytes: &'line [u8],
    position: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.position += usize::from(is_there);
        is_there
    }

    /// `name=value`.
    fn result(&mut self) -> Option<(String, Value)> {
        let start = self.position;
        while self.peek().is_some_and(|byte| byte != b'=') {
            self.position += 1;
        }
        let name = String::from_utf8_lossy(&self.bytes[start..self.position]).into_owned();
        self.take(b'=').then_some(())?;
        Some((name, self.value()?))
    }

    fn value(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return None;
        }
        let value = match self.peek()? {
            b'"' => self.text().map(Value::String),
            b'{' => self.tuple(),
            b'[' => self.values(b'[', b']'),
            _ => None,
        };
        self.depth -= 1;
        value
    }

    fn text(&mut self) -> Option<String> {
        self.take(b'"').then_some(())?;
        let mut bytes = Vec::new();
        loop {
            let byte = self.peek()?;
            self.position += 1;
            match byte {
                b'"' => return Some(String::from_utf8_lossy(&bytes).into_owned()),
                b'\\' => bytes.push(self.escape()?),
                _ => bytes.push(byte),
            }
        }
    }

    /// What follows a backslash: a letter as in C, or the three octal digits of a byte.
    fn escape(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        if let Some(digits) = self.bytes.get(self.position..self.position + 3)
            && digits.iter().all(|digit| (b'0'..=b'7').contains(digit))
        {
            self.position += 3;
            let value = digits.iter().fold(0, |value, digit| value * 8 + u32::from(digit - b'0'));
            return Some(value as u8);
        }
        self.position += 1;
        Some(match byte {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            other => other,
        })
    }

    /// `{name=value,…}`. The commands of a logpoint are texts without names, in braces
    /// nevertheless.
    fn tuple(&mut self) -> Option<Value> {
        if self.bytes.get(self.position + 1) == Some(&b'"') {
            return self.values(b'{', b'}');
        }
        self.take(b'{').then_some(())?;
        let mut fields = Map::new();
        while !self.take(b'}') {
            let (name, value) = self.result()?;
            fields.insert(name, value);
            self.take(b',');
        }
        Some(Value::Object(fields))
    }

    /// A list of values, or of results, whose names are all the same and carry no information.
    fn values(&mut self, first: u8, last: u8) -> Option<Value> {
        self.take(first).then_some(())?;
        let mut values = Vec::new();
        while !self.take(last) {
            values.push(match self.peek()? {
                b'"' | b'{' | b'[' => self.value()?,
                _ => self.result()?.1,
            });
            self.take(b',');
        }
        Some(Value::Array(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn answers_are_read() {
        let line = r#"7^done,stack=[frame={level="0",func="f"},frame={level="1",func="m"}],x=[]"#;
        let record = parse(line).expect("a record");
        assert_eq!((record.kind, record.token), (RecordKind::Answer, Some(7)));
        assert_eq!(record.class, "done");
        let expected = json!({
            "stack": [{ "level": "0", "func": "f" }, { "level": "1", "func": "m" }], "x": [],
        });
        assert_eq!(record.results, expected);
    }

    #[test]
    fn commands_of_a_logpoint_have_no_names() {
        let record =
            parse(r#"^done,bkpt={script={"printf \"a\"","b"},line="4"}"#).expect("a record");
        let expected = json!({ "bkpt": { "script": ["printf \"a\"", "b"], "line": "4" } });
        assert_eq!(record.results, expected);
    }

    #[test]
    fn texts_are_unescaped() {
        let record = parse(r#"^error,msg="No symbol \"x\"\n \303\251 \\001.""#).expect("a record");
        assert_eq!(record.results, json!({ "msg": "No symbol \"x\"\n é \\001." }));
    }

    #[test]
    fn other_lines_are_passed_over() {
        for line in ["(gdb) ", "~\"text\"", "=library-loaded,id=\"x\"", "hello from the program"] {
            assert_eq!(parse(line).map(|record| record.kind), Some(RecordKind::Other), "{line}");
        }
        assert_eq!(parse("^done,x={"), None);
    }

    proptest! {
        #[test]
        fn garbage_never_panics(line in "[\\^*=0-9a-z\"{}\\[\\],\\\\]{0,60}") {
            let _ = parse(&line);
        }
    }
}
