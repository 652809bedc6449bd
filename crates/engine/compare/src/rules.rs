//! Accepted differences between two debuggers, as data: what is ignored, and which differences are
//! known and only counted.

use crate::accept::AcceptRule;
use crate::lie::Situation;
use crate::release::{Release, is_within};
use debunk_results::{Difference, DifferenceClass, RuleUse};
use debunk_session::DebuggerInfo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Something that is ignored, so that a run continues past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ignored {
    /// A variable before its declaration ran, judging by the code: `undefined` in one,
    /// uninitialised in the other.
    DeadZone,
    /// Variables of enclosing functions that no inner function mentions and that only one of the
    /// two shows.
    UnmentionedOuterVariables,
    /// The messages of errors of the same name.
    ErrorMessages,
    /// How a function is described as a value.
    FunctionHeadings,
    /// The names of frames of functions that have none in the code.
    FunctionNames,
    /// Values of enclosing functions that no inner function mentions and that one of the two says it
    /// has optimised away.
    OptimisedAway,
    /// Where a function is left: after its `return` in one, at its closing brace in the other.
    FunctionExit,
    /// How values are written: only plain ones are compared, by their meaning.
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
    #[serde(default, skip_serializing_if = "String::is_empty")]
    evidence: String,
}

/// A rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Whose differences these are: two products (`node`), engines (`v8`) or products with version
    /// (`node 20.1.0`); any pair if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pair: Option<[String; 2]>,
    /// Whether the rules also hold with the two swapped, as for two versions of which either may
    /// come first; the releases of a rule then say in which direction it holds.
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
    /// It cannot be written.
    #[error("it cannot be written: {0}")]
    Unwritable(String),
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

/// The name of the engine that runs a debugger's programs, as rule files write it; none if they run
/// by themselves or nobody says.
pub fn engine_family(info: &DebuggerInfo) -> Option<String> {
    Some(info.engine.as_ref()?.name()?.to_lowercase())
}

pub(crate) const SHIPPED: [&str; 10] = [
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
    /// If it is not a rule file.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let file = parse_file(text)?;
        Ok(Self { ignore: file.ignore, accept: file.accept })
    }

    /// The rules that come with debunk for this pair.
    ///
    /// # Errors
    /// If a shipped file is broken.
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
    /// If it is not a rule file, or is for other debuggers.
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

    /// Whether this is ignored.
    pub fn ignores(&self, what: Ignored) -> bool {
        self.ignore.iter().any(|rule| rule.what == what)
    }

    /// The numbers of the rules that accept a difference, in their order.
    pub fn accepting(
        &self,
        difference: &Difference,
        class: &DifferenceClass,
        situation: &Situation<'_>,
    ) -> Vec<usize> {
        let numbered = self.accept.iter().enumerate();
        numbered
            .filter(|(_, rule)| rule.matches(difference, class, situation))
            .map(|(number, _)| number)
            .collect()
    }

    /// The accept rules, by number.
    pub fn accept_rules(&self) -> &[AcceptRule] {
        &self.accept
    }

    /// The rules that were used, those by design first, each part with the most used ones first.
    pub fn used(
        &self,
        accepted: &BTreeMap<usize, u64>,
        ignored: &BTreeMap<String, u64>,
    ) -> Vec<RuleUse> {
        let mut used: Vec<RuleUse> = accepted
            .iter()
            .filter_map(|(number, count)| {
                let rule = self.accept.get(*number)?;
                Some(RuleUse {
                    id: if rule.id.is_empty() { format!("rule {number}") } else { rule.id.clone() },
                    bug: rule.bug.clone(),
                    why: rule.why.clone(),
                    evidence: rule.evidence.clone(),
                    count: *count,
                    in_runs: false,
                })
            })
            .collect();
        used.extend(ignored.iter().map(|(what, runs)| {
            let rule = self.ignore.iter().find(|rule| rule.what.name() == what);
            RuleUse {
                id: what.clone(),
                bug: None,
                why: rule.map_or_else(String::new, |rule| rule.why.clone()),
                evidence: rule.map_or_else(String::new, |rule| rule.evidence.clone()),
                count: *runs,
                in_runs: true,
            }
        }));
        used.sort_by(|left, right| {
            let key = |it: &RuleUse| (it.bug.is_some(), it.in_runs, std::cmp::Reverse(it.count));
            key(left).cmp(&key(right)).then_with(|| left.id.cmp(&right.id))
        });
        used
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
        // Any text will do, as long as it differs for other rules.
        toml::to_string(&file).unwrap_or_else(|_| format!("{self:?}"))
    }
}

/// All rules of a file, for any pair.
#[cfg(test)]
pub(crate) fn rules_of_file(text: &str) -> Result<RuleSet, RuleError> {
    let file = parse_file(text)?;
    Ok(RuleSet { ignore: file.ignore, accept: file.accept })
}

fn parse_file(text: &str) -> Result<RuleFile, RuleError> {
    toml::from_str(text)
        .map_err(|error| RuleError::NotARuleFile(debunk_base::clipped(&error.to_string())))
}

impl RuleFile {
    /// The rules turned so that their first debugger is `a`, as far as they cover these releases;
    /// `None` if they are for others.
    fn fit(self, a: &DebuggerInfo, b: &DebuggerInfo) -> Option<RuleSet> {
        let Self { pair, either_way, ignore, accept } = self;
        let (straight, turned) = match &pair {
            None => (true, either_way),
            Some([first, second]) => {
                let straight = names(first, a) && names(second, b);
                let turned = names(first, b) && names(second, a);
                if !straight && !turned {
                    return None;
                }
                (straight, turned && (either_way || !straight))
            }
        };
        let (left, right) = (Release::of(a), Release::of(b));
        let is_for = |rule: &AcceptRule| {
            is_within(rule.a_release.as_deref(), &left)
                && is_within(rule.b_release.as_deref(), &right)
        };
        let mut fitting = Vec::new();
        for rule in accept {
            if straight && is_for(&rule) {
                fitting.push(rule.clone());
            }
            let exchanged = rule.swapped();
            if turned && is_for(&exchanged) {
                fitting.push(exchanged);
            }
        }
        Some(RuleSet { ignore, accept: fitting })
    }
}

/// Whether a name in a rule file means this debugger.
fn names(name: &str, info: &DebuggerInfo) -> bool {
    name == info.product
        || engine_family(info).is_some_and(|family| family == name)
        || name == info.name
        || name == format!("{} {}", info.product, info.version)
        || info.engine.as_ref().is_some_and(|engine| engine.is_compiler(name))
}

/// A rule file that accepts whole classes, each with its reason.
///
/// # Errors
/// If it cannot be written as TOML.
pub fn baseline(
    a: &DebuggerInfo,
    b: &DebuggerInfo,
    classes: &[(DifferenceClass, String)],
) -> Result<String, RuleError> {
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
                // The runs that found these classes must end with the same result.
                ends: true,
                why: why.clone(),
                ..AcceptRule::default()
            })
            .collect(),
    };
    let mut text = String::new();
    let _ = writeln!(text, "# Accepted differences between {a} and {b}.");
    let _ = writeln!(text, "# debunk compare --baseline FILE counts them and reports only others.");
    let rules = toml::to_string(&file);
    text.push_str(&rules.map_err(|error| RuleError::Unwritable(error.to_string()))?);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accept::is_like;
    use crate::lie::Standpoint;
    use crate::places::Places;
    use debunk_model::{Engine, Goal, Location, Program, Sites};
    use debunk_results::DifferenceKind;

    fn info(product: &str) -> DebuggerInfo {
        DebuggerInfo {
            name: product.to_owned(),
            product: product.to_owned(),
            version: "1".to_owned(),
            engine: match product {
                "node" | "deno" | "chromium" => Some(Engine::runtime("V8", None)),
                "firefox" => Some(Engine::runtime("SpiderMonkey", None)),
                "bun" => Some(Engine::runtime("JavaScriptCore", None)),
                _ => None,
            },
        }
    }

    fn example() -> (Difference, DifferenceClass) {
        let kind = DifferenceKind::Variables;
        let difference = Difference {
            kind,
            about: "p".to_owned(),
            a: "2".to_owned(),
            b: "1".to_owned(),
            a_at: Some(Location::new(1, 0)),
            b_at: Some(Location::new(2, 0)),
        };
        let class =
            DifferenceClass { kind, action: "start".to_owned(), node: "Program".to_owned() };
        (difference, class)
    }

    fn accepted(
        rules: &RuleSet,
        difference: &Difference,
        class: &DifferenceClass,
    ) -> Option<usize> {
        let program = Program::javascript("p.js", Goal::Script, "f();\n}\n");
        let (lines, sites) = (program.lines(), Sites::default());
        let places = Places { program: &program, lines: &lines, sites: &sites };
        let nowhere = Standpoint::default;
        let situation = Situation { triggered: None, a: nowhere(), b: nowhere(), places };
        rules.accepting(difference, class, &situation).first().copied()
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
            engine: Some(Engine::compiler(by, "-O0 -g")),
            ..info("gdb-mi")
        };
        let release = |product: &str, version: &str| DebuggerInfo {
            version: version.to_owned(),
            ..info(product)
        };
        let pairs = [
            (info("gdb-mi"), info("lldb-dap")),
            (info("gdb-mi"), info("gdb")),
            (info("debugpy"), info("bdb")),
            (release("bdb", "3.9.2"), release("bdb", "3.12.1")),
            (release("debugpy", "3.11.7"), release("debugpy", "3.12.1")),
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
        let (older, newer) = (release("bdb", "3.9.2"), release("bdb", "3.12.1"));
        let directed = |a: &DebuggerInfo, b: &DebuggerInfo| {
            let rules = RuleSet::shipped(a, b).expect("valid");
            let rule = rules.accept_rules().iter().find(|rule| rule.id == "call-of-a-decorator");
            rule.map(|rule| (rule.a_line.is_some(), rule.b_line.is_some()))
        };
        assert_eq!(directed(&older, &newer), Some((false, true)));
        assert_eq!(directed(&newer, &older), Some((true, false)));
        assert_eq!(directed(&newer, &newer), None, "no such difference within a release");
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
        let classes = [(class.clone(), "known".to_owned())];
        let text = baseline(&info("node"), &info("bun"), &classes).expect("a rule file");
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
            ("a|b*", "bc", true),
        ] {
            assert_eq!(is_like(pattern, text), expected, "{pattern} {text}");
        }
    }
}
