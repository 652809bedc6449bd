//! Accepted differences between two debuggers, as data: what is not looked at, and which
//! differences are known and only counted.

use crate::difference::{Class, Difference, DifferenceKind};
use crate::lie::{Lie, Situation};
use debunk_model::{Location, Program};
use debunk_session::DebuggerInfo;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt::Write as _;

/// Something that is not looked at, so that a run goes on past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ignored {
    /// A variable before its declaration ran: `undefined` to one, uninitialised to the other.
    DeadZone,
    /// Variables of enclosing functions that only one of the two shows.
    UnmentionedOuterVariables,
    /// The messages of errors of the same name.
    ErrorMessages,
    /// How a function is described as a value.
    FunctionHeadings,
    /// The names of frames.
    FunctionNames,
    /// Values that one of the two says it has optimised away.
    OptimisedAway,
    /// Where a function is left: behind its `return` to one, at its closing brace to the other.
    FunctionExit,
    /// How values are told: only plain ones are compared, and by what they mean.
    ValueForms,
    /// Variables that only one of the two shows.
    UnsharedNames,
}

impl Ignored {
    /// Its name in rule files.
    pub fn name(self) -> &'static str {
        match self {
            Ignored::DeadZone => "dead-zone",
            Ignored::UnmentionedOuterVariables => "unmentioned-outer-variables",
            Ignored::ErrorMessages => "error-messages",
            Ignored::FunctionHeadings => "function-headings",
            Ignored::FunctionNames => "function-names",
            Ignored::OptimisedAway => "optimised-away",
            Ignored::FunctionExit => "function-exit",
            Ignored::ValueForms => "value-forms",
            Ignored::UnsharedNames => "unshared-names",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct IgnoreRule {
    what: Ignored,
    why: String,
}

/// A known difference. Every pattern that is given must match; `*` stands for any text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptRule {
    /// The type of difference.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<DifferenceKind>,
    /// The last action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The kind of syntax node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// What the difference is about, such as a variable's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What the first debugger of the pair says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// What the second debugger of the pair says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// The text of the line where the last action was triggered, or for which a breakpoint was
    /// asked, without its indentation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The text of the line where the first debugger rests or set a breakpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_line: Option<String>,
    /// The text of the line where the second debugger rests or set a breakpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_line: Option<String>,
    /// The text of the line that the first debugger tells for a frame, where the two tell
    /// different places for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_frame_line: Option<String>,
    /// The text of the line that the second debugger tells for a frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_frame_line: Option<String>,
    /// The program's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// How the two places must lie to each other: one condition, or several that all hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_more")]
    pub places: Vec<Lie>,
    /// Whether a run ends here, as it did when the difference was not accepted yet. Otherwise it
    /// goes on where it can, and may meet other differences later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// Why it is accepted.
    pub why: String,
}

fn one_or_more<'text, D: Deserializer<'text>>(text: D) -> Result<Vec<Lie>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        One(String),
        More(Vec<String>),
    }
    let names = match Given::deserialize(text)? {
        Given::One(name) => vec![name],
        Given::More(names) => names,
    };
    names.into_iter().map(|name| Lie::try_from(name).map_err(D::Error::custom)).collect()
}

/// A rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Whose differences these are: two products (`node`), engines (`v8`) or products with
    /// version (`node 20.1.0`); any pair when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pair: Option<[String; 2]>,
    /// Whether every rule also holds with the two exchanged, as for two versions of which either
    /// may come first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    either_way: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ignore: Vec<IgnoreRule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    accept: Vec<AcceptRule>,
}

/// Why a rule file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// It is not a rule file.
    #[error("it is not a rule file: {0}")]
    NotARuleFile(String),
    /// It is about other debuggers.
    #[error("it is for {ours:?} and {theirs:?}, not for these two debuggers")]
    OtherPair {
        /// The first debugger it is for.
        ours: String,
        /// The second.
        theirs: String,
    },
}

/// The rules of one comparison, all with its own first and second debugger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSet {
    ignore: Vec<IgnoreRule>,
    accept: Vec<AcceptRule>,
}

/// The engine inside a product.
pub fn engine_family(product: &str) -> &'static str {
    match product {
        "node" | "deno" | "chromium" => "v8",
        "firefox" => "spidermonkey",
        "bun" => "javascriptcore",
        _ => "",
    }
}

const SHIPPED: [&str; 10] = [
    include_str!("../rules/v8-v8.toml"),
    include_str!("../rules/v8-spidermonkey.toml"),
    include_str!("../rules/v8-javascriptcore.toml"),
    include_str!("../rules/spidermonkey-javascriptcore.toml"),
    include_str!("../rules/gdb-mi-lldb-dap.toml"),
    include_str!("../rules/gdb-mi-gdb.toml"),
    include_str!("../rules/debugpy-bdb.toml"),
    include_str!("../rules/bdb-bdb.toml"),
    include_str!("../rules/debugpy-debugpy.toml"),
    include_str!("../rules/gcc-clang.toml"),
];

impl RuleSet {
    /// Rules for any pair, from the text of a rule file.
    ///
    /// # Errors
    /// When it is not a rule file.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let file = parse_file(text)?;
        Ok(Self { ignore: file.ignore, accept: file.accept })
    }

    /// The rules that come with debunk for this pair.
    ///
    /// # Errors
    /// When a shipped file is broken.
    pub fn shipped(a: &DebuggerInfo, b: &DebuggerInfo) -> Result<Self, RuleError> {
        let mut rules = Self::default();
        for text in SHIPPED {
            let file = parse_file(text)?;
            if let Some(fitting) = file.fit(a, b) {
                rules.join(fitting);
            }
        }
        Ok(rules)
    }

    /// Adds the rules of a user's file.
    ///
    /// # Errors
    /// When it is not a rule file, or is for other debuggers.
    pub fn add(&mut self, text: &str, a: &DebuggerInfo, b: &DebuggerInfo) -> Result<(), RuleError> {
        let file = parse_file(text)?;
        let pair = file.pair.clone().unwrap_or_default();
        let Some(fitting) = file.fit(a, b) else {
            let [ours, theirs] = pair;
            return Err(RuleError::OtherPair { ours, theirs });
        };
        self.join(fitting);
        Ok(())
    }

    fn join(&mut self, other: RuleSet) {
        self.ignore.extend(other.ignore);
        self.accept.extend(other.accept);
    }

    /// Whether this is not looked at.
    pub fn ignores(&self, what: Ignored) -> bool {
        self.ignore.iter().any(|rule| rule.what == what)
    }

    /// The number of the first rule that accepts a difference.
    pub fn accepts(
        &self,
        difference: &Difference,
        class: &Class,
        situation: &Situation<'_>,
    ) -> Option<usize> {
        self.accept.iter().position(|rule| rule.matches(difference, class, situation))
    }

    /// The accept rules, by number.
    pub fn accept_rules(&self) -> &[AcceptRule] {
        &self.accept
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ignore.is_empty() && self.accept.is_empty()
    }

    /// A text that is the same for the same rules.
    pub fn fingerprint(&self) -> String {
        let file = RuleFile {
            ignore: self.ignore.clone(),
            accept: self.accept.clone(),
            ..RuleFile::default()
        };
        toml::to_string(&file).unwrap_or_default()
    }
}

fn parse_file(text: &str) -> Result<RuleFile, RuleError> {
    toml::from_str(text).map_err(|error| RuleError::NotARuleFile(error.to_string()))
}

impl RuleFile {
    /// The rules turned so that their first debugger is `a`; none when they are for others.
    fn fit(mut self, a: &DebuggerInfo, b: &DebuggerInfo) -> Option<RuleSet> {
        if self.either_way {
            let exchanged = self.accept.clone().into_iter().map(AcceptRule::swapped);
            self.accept.extend(exchanged.collect::<Vec<_>>());
        }
        let Some([first, second]) = &self.pair else {
            return Some(RuleSet { ignore: self.ignore, accept: self.accept });
        };
        let turned = if names(first, a) && names(second, b) {
            self.accept
        } else if names(first, b) && names(second, a) {
            self.accept.into_iter().map(AcceptRule::swapped).collect()
        } else {
            return None;
        };
        Some(RuleSet { ignore: self.ignore, accept: turned })
    }
}

/// Whether a rule file's name means this debugger.
fn names(name: &str, info: &DebuggerInfo) -> bool {
    name == info.product
        || name == engine_family(&info.product)
        || name == info.name
        || name == format!("{} {}", info.product, info.version)
        || info.engine.as_deref().is_some_and(|engine| is_compiler(name, engine))
}

/// Whether a name such as `clang` is that of the compiler in `compiled by /usr/bin/clang-14 -O0`.
fn is_compiler(name: &str, engine: &str) -> bool {
    let Some(command) = engine.strip_prefix("compiled by ") else { return false };
    let program = command.split(' ').next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or_default();
    program == name || program.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'))
}

impl AcceptRule {
    fn swapped(self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            a_line: self.b_line,
            b_line: self.a_line,
            a_frame_line: self.b_frame_line,
            b_frame_line: self.a_frame_line,
            places: self.places.into_iter().map(Lie::swapped).collect(),
            ..self
        }
    }

    fn matches(&self, difference: &Difference, class: &Class, situation: &Situation<'_>) -> bool {
        let program = situation.places.program;
        let line = situation.triggered.map_or("", |at| program.line_text(at));
        let fits = |pattern: &Option<String>, text: &str| {
            pattern.as_deref().is_none_or(|pattern| is_like(pattern, text))
        };
        self.kind.is_none_or(|kind| kind == difference.kind)
            && fits(&self.action, &class.action)
            && fits(&self.node, &class.node)
            && fits(&self.about, &difference.about)
            && fits(&self.a, &difference.a)
            && fits(&self.b, &difference.b)
            && fits(&self.line, line.trim())
            && fits_line(&self.a_line, difference.a_at, program)
            && fits_line(&self.b_line, difference.b_at, program)
            && fits_line(&self.a_frame_line, frame_place(difference, &difference.a), program)
            && fits_line(&self.b_frame_line, frame_place(difference, &difference.b), program)
            && fits(&self.program, &program.name)
            && self.places.iter().all(|lie| lie.holds(situation))
    }
}

/// The place that is told for a frame, where that is what the difference is about.
fn frame_place(difference: &Difference, told: &str) -> Option<Location> {
    if !difference.about.starts_with("place of frame") {
        return None;
    }
    let (line, column) = told.split_once(':')?;
    Some(Location::new(line.parse().ok()?, column.parse().ok()?))
}

/// Whether the line of a location fits a pattern; no location fits none.
fn fits_line(pattern: &Option<String>, at: Option<Location>, program: &Program) -> bool {
    let Some(pattern) = pattern else { return true };
    at.is_some_and(|at| is_like(pattern, program.line_text(at).trim()))
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn is_like(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(position) => rest = &rest[position + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// A rule file that accepts whole classes, each with its reason.
pub fn baseline(a: &DebuggerInfo, b: &DebuggerInfo, classes: &[(Class, String)]) -> String {
    let file = RuleFile {
        pair: Some(if a.product == b.product {
            [a.name.clone(), b.name.clone()]
        } else {
            [a.product.clone(), b.product.clone()]
        }),
        either_way: false,
        ignore: Vec::new(),
        accept: classes
            .iter()
            .map(|(class, why)| AcceptRule {
                kind: Some(class.kind),
                action: Some(class.action.clone()),
                node: Some(class.node.clone()),
                // The runs that found these classes must come to the same end.
                ends: true,
                why: why.clone(),
                ..AcceptRule::default()
            })
            .collect(),
    };
    let mut text = String::new();
    let _ = writeln!(text, "# Accepted differences between {a} and {b}.");
    let _ = writeln!(text, "# debunk compare --baseline FILE counts them and reports only others.");
    text.push_str(&toml::to_string(&file).unwrap_or_default());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lie::Standpoint;
    use crate::places::Places;
    use debunk_model::{Goal, Sites};

    fn info(product: &str) -> DebuggerInfo {
        DebuggerInfo {
            name: product.to_owned(),
            product: product.to_owned(),
            version: "1".to_owned(),
            engine: None,
        }
    }

    fn example() -> (Difference, Class) {
        let kind = DifferenceKind::Variables;
        let difference = Difference {
            kind,
            about: "p".to_owned(),
            a: "2".to_owned(),
            b: "1".to_owned(),
            a_at: Some(Location::new(1, 0)),
            b_at: Some(Location::new(2, 0)),
        };
        let class = Class { kind, action: "start".to_owned(), node: "Program".to_owned() };
        (difference, class)
    }

    fn accepted(rules: &RuleSet, difference: &Difference, class: &Class) -> Option<usize> {
        let program = Program::javascript("p.js", Goal::Script, "f();\n}\n");
        let (lines, sites) = (program.lines(), Sites::default());
        let places = Places { program: &program, lines: &lines, sites: &sites };
        let nowhere = Standpoint::default;
        let situation = Situation { triggered: None, a: nowhere(), b: nowhere(), places };
        rules.accepts(difference, class, &situation)
    }

    #[test]
    fn lines_of_both_sides_are_matched_by_their_text() {
        let (difference, class) = example();
        for (text, expected) in [
            ("a_line = \"f*\"\nb_line = \"}\"\n", Some(0)),
            ("a_line = \"}\"\n", None),
            ("program = \"*.mjs\"\n", None),
            ("places = [\"no-statement-asked\", \"a-at-end\"]\n", None),
            ("places = []\n", Some(0)),
        ] {
            let rules = RuleSet::parse(&format!("[[accept]]\n{text}why = \"x\"\n"));
            let rules = rules.expect("valid");
            assert_eq!(accepted(&rules, &difference, &class), expected, "{text}");
        }
    }

    const RULES: &str = "pair = [\"v8\", \"spidermonkey\"]\n\
         [[accept]]\ntype = \"variables\"\na = \"2\"\nwhy = \"because\"\n";

    #[test]
    fn rules_turn_with_the_pair() {
        let (difference, class) = example();
        let mut rules = RuleSet::default();
        assert_eq!(rules.add(RULES, &info("node"), &info("firefox")), Ok(()));
        assert_eq!(accepted(&rules, &difference, &class), Some(0));
        let mut turned = RuleSet::default();
        assert_eq!(turned.add(RULES, &info("firefox"), &info("chromium")), Ok(()));
        assert_eq!(accepted(&turned, &difference, &class), None);
        assert_eq!(accepted(&turned, &difference.swapped(), &class), Some(0));
    }

    #[test]
    fn rules_for_others_are_refused() {
        let mut rules = RuleSet::default();
        let refused = rules.add(RULES, &info("node"), &info("bun"));
        assert!(matches!(refused, Err(RuleError::OtherPair { .. })));
        let rubbish = rules.add("accept = 3", &info("node"), &info("bun"));
        assert!(matches!(rubbish, Err(RuleError::NotARuleFile(_))));
    }

    #[test]
    fn shipped_rules_can_be_read_for_every_pair() {
        let products = ["node", "deno", "chromium", "firefox", "bun"];
        for a in products {
            for b in products {
                assert!(RuleSet::shipped(&info(a), &info(b)).is_ok(), "{a} {b}");
            }
        }
    }

    #[test]
    fn there_are_rules_for_native_pairs_in_either_order_and_none_for_others() {
        let compiled = |by: &str| DebuggerInfo {
            engine: Some(format!("compiled by {by} -O0 -g")),
            ..info("gdb-mi")
        };
        let pairs = [
            (info("gdb-mi"), info("lldb-dap")),
            (info("gdb-mi"), info("gdb")),
            (info("debugpy"), info("bdb")),
            (info("bdb"), info("bdb")),
            (info("debugpy"), info("debugpy")),
            (compiled("gcc"), compiled("/usr/bin/clang-14")),
        ];
        for (a, b) in &pairs {
            for (a, b) in [(a, b), (b, a)] {
                let rules = RuleSet::shipped(a, b).expect("valid");
                assert!(!rules.accept_rules().is_empty(), "{a} {b}");
                let reasons = rules.accept_rules().iter().map(|rule| rule.why.as_str());
                assert!(reasons.into_iter().all(|why| why.contains(' ')), "{a} {b}");
            }
        }
        for (a, b) in [("gdb-mi", "gdb-mi"), ("lldb-dap", "gdb"), ("bdb", "node")] {
            assert!(RuleSet::shipped(&info(a), &info(b)).expect("valid").is_empty(), "{a} {b}");
        }
    }

    #[test]
    fn rules_that_hold_either_way_accept_both_orders() {
        let (difference, class) = example();
        let text = RULES.replace("[\"v8\", \"spidermonkey\"]", "[\"bdb\", \"bdb\"]");
        let one_way = |text: &str| {
            let mut rules = RuleSet::default();
            assert_eq!(rules.add(text, &info("bdb"), &info("bdb")), Ok(()));
            let swapped = difference.swapped();
            [&difference, &swapped].map(|one| accepted(&rules, one, &class).is_some())
        };
        assert_eq!(one_way(&text), [true, false]);
        assert_eq!(one_way(&format!("either_way = true\n{text}")), [true, true]);
    }

    #[test]
    fn the_line_of_a_frame_is_matched_where_frames_differ() {
        let (difference, class) = example();
        let frames = Difference {
            kind: DifferenceKind::CallStack,
            about: "place of frame 1".to_owned(),
            a: "1:0".to_owned(),
            b: "2:0".to_owned(),
            ..difference.clone()
        };
        let rule = "[[accept]]\na_frame_line = \"f*\"\nb_frame_line = \"}\"\nwhy = \"x\"\n";
        let rules = RuleSet::parse(rule).expect("valid");
        assert_eq!(accepted(&rules, &frames, &class), Some(0));
        assert_eq!(accepted(&rules, &frames.swapped(), &class), None);
        assert_eq!(accepted(&rules, &difference, &class), None, "no frame");
    }

    #[test]
    fn a_baseline_accepts_its_own_classes() {
        let (difference, class) = example();
        let text = baseline(&info("node"), &info("bun"), &[(class.clone(), "known".to_owned())]);
        let mut rules = RuleSet::default();
        assert_eq!(rules.add(&text, &info("node"), &info("bun")), Ok(()));
        assert_eq!(accepted(&rules, &difference, &class), Some(0));
    }

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("a*c", "abc", true),
            ("a*c", "ab", false),
            ("a*b*c", "a-b-b-c", true),
            ("abc", "abcd", false),
            ("*b", "ab", true),
        ] {
            assert_eq!(is_like(pattern, text), expected, "{pattern} {text}");
        }
    }
}
