//! An upper bound of how deeply a JavaScript text is nested, computed without recursion.
//!
//! Parsers and tree walks recurse, so a small file such as `[[[[…` could exhaust any stack. The
//! bound is computed by one pass over the text before it is parsed. It never underestimates: what
//! cannot be distinguished without a parser (a `/` after a block, say) is counted as if it nested.

/// The kind of the previous token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PreviousToken {
    /// Nothing, an operator or a word such as `return`: an operand follows.
    Operator,
    /// A complete value: a name, a literal, a closed bracket.
    Operand,
    /// The head of an `if`, `for`, `while` or `with`: a statement follows.
    Head,
    /// A `.` or `?.`: whatever name follows is a property.
    Dot,
    /// `if`, `for`, `while` or `with`: a head follows.
    HeadWord,
    /// Something after which a `/` may divide or begin a regular expression.
    Unclear,
}

/// How a statement may have ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StatementEnd {
    No,
    /// By a semicolon: it has, unless `else` or the `while` of a `do` follows.
    Surely,
    /// By a brace, which may also end a value: it has if no operator follows.
    Perhaps,
}

/// An open bracket, a template or the text as a whole, with what has piled up directly inside it.
struct BracketLevel {
    closer: u8,
    /// Operators since the expression began: each may nest an operand.
    operators: u32,
    /// Statements that have a statement inside them, such as `if (a) while (b)`.
    statements: u32,
    /// How many `do` among them wait for their `while`, at most.
    loops: u32,
    ended: StatementEnd,
    is_head: bool,
}

impl BracketLevel {
    fn new(closer: u8, is_head: bool) -> Self {
        Self { closer, operators: 0, statements: 0, loops: 0, ended: StatementEnd::No, is_head }
    }

    fn weight(&self) -> u64 {
        1 + u64::from(self.operators) + u64::from(self.statements)
    }
}

/// Words after which an operand follows, so that a `/` begins a regular expression.
const PREFIX_WORDS: &[&str] = &[
    "return",
    "typeof",
    "instanceof",
    "in",
    "new",
    "delete",
    "void",
    "throw",
    "case",
    "do",
    "else",
    "extends",
    "default",
    "function",
    "class",
    "break",
    "continue",
    "debugger",
];
/// Words between two operands.
const INFIX_WORDS: &[&str] = &["instanceof", "in", "of", "as"];
/// Words that may be names or prefixes, depending on the context.
const UNCLEAR_WORDS: &[&str] = &["await", "yield", "of", "let", "async", "static", "get", "set"];
/// Words of statements with a head in parentheses and a statement after it.
const HEAD_WORDS: &[&str] = &["if", "for", "while", "with"];

/// An upper bound of the text's nesting, counted in brackets, operators and nested statements.
pub(crate) fn nesting_bound(text: &str) -> u64 {
    let mut scan = Scan {
        bytes: text.as_bytes(),
        at: 0,
        levels: vec![BracketLevel::new(0, false)],
        closed_weight: 0,
        deepest: 1,
        before: PreviousToken::Operator,
        is_line_start: true,
        doubts: Doubts::None,
    };
    if scan.follows(b"#!") {
        scan.skip_line();
    }
    scan.run();
    scan.deepest
}

struct Scan<'text> {
    bytes: &'text [u8],
    at: usize,
    levels: Vec<BracketLevel>,
    /// The weight of all levels except the innermost.
    closed_weight: u64,
    deepest: u64,
    before: PreviousToken,
    /// Whether only blanks and comments precede this on its line.
    is_line_start: bool,
    doubts: Doubts,
}

/// How long closing brackets do not count, because they may be inside something else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubts {
    None,
    /// To the end of the line, where a regular expression or a comment would end.
    Line,
    /// To the end of the text: a comment, a string or a template may have begun.
    ToTheEnd,
}

impl Scan<'_> {
    fn run(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.innermost().closer == b'`' {
                self.template(byte);
            } else {
                self.code(byte);
            }
            let depth = self.closed_weight + self.innermost().weight();
            self.deepest = self.deepest.max(depth);
        }
    }

    fn innermost(&mut self) -> &mut BracketLevel {
        self.levels.last_mut().expect("the text itself is never closed")
    }

    fn follows(&self, text: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(text)
    }

    fn template(&mut self, byte: u8) {
        if self.follows(b"${") {
            self.at += 2;
            self.open(b'}', false);
            return;
        }
        self.at += if byte == b'\\' { 2 } else { 1 };
        if byte == b'`' {
            self.close();
        }
    }

    fn code(&mut self, byte: u8) {
        let is_line_start = std::mem::take(&mut self.is_line_start);
        let is_certain = self.doubts == Doubts::None;
        match byte {
            b'\n' | b'\r' => self.line_end(1),
            0xE2 if self.at_separator() => self.line_end(3),
            b' ' | b'\t' | 0x0B | 0x0C => {
                self.is_line_start = is_line_start;
                self.at += 1;
            }
            b'/' if is_certain && self.follows(b"//") => self.skip_line(),
            b'/' if is_certain && self.follows(b"/*") => {
                self.is_line_start = self.skip_comment() || is_line_start;
            }
            b'/' => self.slash(is_line_start),
            b'<' if self.follows(b"<!--") => self.maybe_comment(),
            b'-' if is_line_start && self.follows(b"-->") => self.maybe_comment(),
            b'"' | b'\'' => self.string(byte),
            b'`' => self.bracket(b'`'),
            b'(' => self.bracket(b')'),
            b'[' => self.bracket(b']'),
            b'{' => self.bracket(b'}'),
            b')' | b']' | b'}' => self.closer(byte),
            b';' => {
                self.at += 1;
                self.settle(NextToken::Other);
                self.innermost().ended = StatementEnd::Surely;
                self.before = PreviousToken::Operator;
            }
            b',' => {
                self.at += 1;
                self.settle(NextToken::Operator);
                self.innermost().operators = 0;
                self.before = PreviousToken::Operator;
            }
            _ if is_word(byte) => self.word(),
            _ => self.operator(byte),
        }
    }

    fn line_end(&mut self, bytes: usize) {
        self.at += bytes;
        self.is_line_start = true;
        if self.doubts == Doubts::Line {
            self.doubts = Doubts::None;
        }
    }

    fn at_separator(&self) -> bool {
        self.follows("\u{2028}".as_bytes()) || self.follows("\u{2029}".as_bytes())
    }

    fn skip_line(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            if matches!(byte, b'\n' | b'\r') || self.at_separator() {
                break;
            }
            self.at += 1;
        }
    }

    /// Skips a comment and returns whether a line ends in it.
    fn skip_comment(&mut self) -> bool {
        let rest = &self.bytes[self.at + 2..];
        let end = rest.windows(2).position(|pair| pair == b"*/").unwrap_or(rest.len());
        self.at = (self.at + 2 + end + 2).min(self.bytes.len());
        // Other line ends are rare enough to be assumed whenever a byte could begin them.
        rest[..end].iter().any(|byte| matches!(byte, b'\n' | b'\r' | 0xE2))
    }

    /// A script may have HTML-like comments, a module may not.
    fn maybe_comment(&mut self) {
        self.doubt(Doubts::Line);
        self.operator(b'-');
    }

    fn doubt(&mut self, doubts: Doubts) {
        if self.doubts != Doubts::ToTheEnd {
            self.doubts = doubts;
        }
    }

    fn slash(&mut self, is_line_start: bool) {
        let is_certain = self.doubts == Doubts::None;
        match self.before {
            PreviousToken::Operator | PreviousToken::Head if is_certain => {
                self.regular_expression()
            }
            PreviousToken::Operand | PreviousToken::Dot if is_certain && !is_line_start => {
                self.operator(b'/')
            }
            _ => {
                // What looks like the start of a comment may be one.
                let is_comment = self.follows(b"/*");
                self.doubt(if is_comment { Doubts::ToTheEnd } else { Doubts::Line });
                self.operator(b'/');
            }
        }
    }

    fn regular_expression(&mut self) {
        self.operand_begins();
        self.at += 1;
        let mut in_class = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => break,
                b'\\' => self.at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at += 1;
                    break;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.before = PreviousToken::Operand;
    }

    fn string(&mut self, quote: u8) {
        self.operand_begins();
        self.at += 1;
        if self.doubts != Doubts::None {
            // It may be part of a regular expression, or a string that continues on the next line.
            self.doubts = Doubts::ToTheEnd;
            return;
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\n' | b'\r' => break,
                b'\\' => self.at += 1,
                _ if byte == quote => break,
                _ => {}
            }
        }
    }

    fn word(&mut self) {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| is_word(**byte)).count();
        let word = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        self.at += length;
        if self.before == PreviousToken::Dot {
            self.before = PreviousToken::Operand;
            return;
        }
        let next = match word {
            "else" => NextToken::Continuation,
            "while" if self.innermost().loops > 0 => NextToken::Continuation,
            _ if INFIX_WORDS.contains(&word) => NextToken::Operator,
            _ => NextToken::Other,
        };
        self.settle(next);
        if HEAD_WORDS.contains(&word) {
            self.innermost().statements += 1;
            self.before = PreviousToken::HeadWord;
        } else if word == "do" || word == "else" {
            self.innermost().statements += 1;
            self.innermost().loops += u32::from(word == "do");
            self.before = PreviousToken::Operator;
        } else if PREFIX_WORDS.contains(&word) {
            self.innermost().operators += 1;
            self.before = PreviousToken::Operator;
        } else if UNCLEAR_WORDS.contains(&word) {
            let is_in_head = self.before == PreviousToken::HeadWord;
            self.operand_begins();
            self.innermost().operators += 1;
            self.before = if is_in_head { PreviousToken::HeadWord } else { PreviousToken::Unclear };
        } else {
            self.operand_begins();
        }
    }

    fn operator(&mut self, byte: u8) {
        self.settle(NextToken::Operator);
        self.innermost().operators += 1;
        let is_twice = self.follows(b"++") || self.follows(b"--");
        let is_spread = self.follows(b"...");
        self.at += match (is_twice, is_spread) {
            (true, _) => 2,
            (_, true) => 3,
            _ => 1,
        };
        let is_digit = self.bytes.get(self.at).is_some_and(u8::is_ascii_digit);
        self.before = match byte {
            _ if is_twice => PreviousToken::Unclear,
            b'.' if !is_spread && !is_digit => PreviousToken::Dot,
            _ => PreviousToken::Operator,
        };
    }

    /// Two operands side by side belong to two expressions.
    fn operand_begins(&mut self) {
        self.settle(NextToken::Other);
        if self.before == PreviousToken::Operand {
            self.innermost().operators = 0;
        }
        self.before = PreviousToken::Operand;
    }

    fn bracket(&mut self, closer: u8) {
        // A block after a block is a separate statement; all others may continue a value.
        self.settle(if closer == b'}' { NextToken::Other } else { NextToken::Operator });
        self.at += 1;
        if closer == b'`' && self.doubts != Doubts::None {
            self.doubts = Doubts::ToTheEnd;
        }
        let is_head = closer == b')' && self.before == PreviousToken::HeadWord;
        if matches!(
            self.before,
            PreviousToken::Operand | PreviousToken::Unclear | PreviousToken::Dot
        ) {
            self.innermost().operators += 1;
        }
        self.open(closer, is_head);
    }

    fn open(&mut self, closer: u8, is_head: bool) {
        self.closed_weight += self.innermost().weight();
        self.levels.push(BracketLevel::new(closer, is_head));
        self.before = PreviousToken::Operator;
    }

    fn closer(&mut self, byte: u8) {
        self.at += 1;
        if self.doubts != Doubts::None || self.innermost().closer != byte {
            self.before = PreviousToken::Unclear;
            return;
        }
        self.close();
    }

    fn close(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        let weight = self.innermost().weight();
        self.closed_weight -= weight;
        self.before = match level.closer {
            _ if level.is_head => PreviousToken::Head,
            b'}' => PreviousToken::Unclear,
            _ => PreviousToken::Operand,
        };
        if level.closer == b'}' && self.innermost().closer != b'`' {
            self.innermost().ended = StatementEnd::Perhaps;
        }
    }

    /// What follows the end of a statement decides whether those around it are over as well.
    fn settle(&mut self, next: NextToken) {
        let level = self.innermost();
        let ended = std::mem::replace(&mut level.ended, StatementEnd::No);
        let is_over = match next {
            NextToken::Continuation => false,
            NextToken::Operator => ended == StatementEnd::Surely,
            NextToken::Other => ended != StatementEnd::No,
        };
        if is_over {
            (level.operators, level.statements, level.loops) = (0, 0, 0);
        }
    }
}

/// What comes after the end of a statement, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextToken {
    /// `else`, or `while` after `do`, which may belong to a statement around the one that ended.
    Continuation,
    /// Something that may continue a value.
    Operator,
    /// Anything else.
    Other,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'\\') || byte >= 0x80
}

#[cfg(test)]
mod tests;
