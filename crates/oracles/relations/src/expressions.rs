//! Expressions over variables whose values are shown, and their values.
//!
//! Only what has one value in every debugger is generated: small integers that do not overflow, no
//! fractions but halves, no negative zero, and no call of a function that the program could have replaced.

use debunk_model::{ExpressionWords, TestRng};

/// Greater integers are not used, so that no product of two leaves the range of an `int`.
const OPERAND_MAX: i64 = 10_000;
const LITERAL_MAX: usize = 9;
/// What an integer can become: a product, a sum, a difference, the smaller of two, a comparison, itself by a
/// detour; and where operators take one type only.
const KINDS: usize = 6;
const KINDS_OF_ONE_TYPE: [usize; 4] = [0, 1, 4, 5];
const DEPTH_MAX: u32 = 3;
/// How often an expression leaves the order of its operators to their precedence.
const FLAT_PERCENT: u32 = 25;
/// How often a half is added to an integer in the end.
const HALF_PERCENT: u32 = 15;

/// A value that an expression can have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum KnownValue {
    Integer(i64),
    /// An integer and a half.
    Half(i64),
    Boolean(bool),
    Text(String),
}

/// An expression in parentheses where it needs them, with its value.
#[derive(Clone, Debug)]
struct KnownExpression {
    text: String,
    value: KnownValue,
}

/// The value that a debugger shows for a variable, if expressions can use it.
fn read(words: &ExpressionWords, shown: &str) -> Option<KnownValue> {
    if let Ok(number) = shown.parse::<i64>() {
        let limit = OPERAND_MAX.min(words.integer_max);
        let is_small = (0..=limit).contains(&number) && shown == number.to_string();
        return is_small.then_some(KnownValue::Integer(number));
    }
    match words.truth {
        Some((yes, _)) if shown == yes => return Some(KnownValue::Boolean(true)),
        Some((_, no)) if shown == no => return Some(KnownValue::Boolean(false)),
        _ => {}
    }
    if !words.has_texts || !shown.starts_with('"') {
        return None;
    }
    let text: String = serde_json::from_str(shown).ok()?;
    let is_plain = |it: char| it == ' ' || it.is_ascii_alphanumeric();
    text.chars().all(is_plain).then_some(KnownValue::Text(text))
}

/// How a debugger shows a value.
fn show(words: &ExpressionWords, value: &KnownValue) -> String {
    match value {
        KnownValue::Integer(number) => number.to_string(),
        KnownValue::Half(number) => format!("{number}.5"),
        KnownValue::Boolean(value) => {
            let (yes, no) = words.truth.unwrap_or(("true", "false"));
            if *value { yes } else { no }.to_owned()
        }
        KnownValue::Text(text) => format!("\"{text}\""),
    }
}

/// Makes expressions over some variables.
pub(crate) struct ExpressionMaker {
    words: ExpressionWords,
    variables: Vec<KnownExpression>,
}

impl ExpressionMaker {
    /// From variables with what a debugger shows for them; `None` if no expression can use any.
    pub fn new<'a>(
        words: Option<ExpressionWords>,
        shown: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<Self> {
        let words = words?;
        let known = |(name, shown): (&str, &str)| {
            Some(KnownExpression { text: name.to_owned(), value: read(&words, shown)? })
        };
        let variables: Vec<KnownExpression> = shown.into_iter().filter_map(known).collect();
        (!variables.is_empty()).then_some(Self { words, variables })
    }

    /// A variable, and how a debugger shows its value.
    pub fn variable(&self, rng: &mut TestRng) -> (String, String) {
        let KnownExpression { text, value } = &self.variables[rng.below(self.variables.len())];
        (text.clone(), show(&self.words, value))
    }

    /// An expression that mentions a variable, and how a debugger shows its value.
    pub fn expression(&self, rng: &mut TestRng) -> (String, String) {
        let first = self.variables[rng.below(self.variables.len())].clone();
        let mut expression = match first.value {
            KnownValue::Integer(number) if rng.chance(FLAT_PERCENT) => {
                self.flat(&first.text, number, rng)
            }
            _ => self.grown(first, rng),
        };
        for _ in 0..rng.below(DEPTH_MAX as usize) {
            expression = self.grown(expression, rng);
        }
        if rng.chance(HALF_PERCENT) {
            expression = self.with_half(expression, rng);
        }
        let value = show(&self.words, &expression.value);
        (expression.text, value)
    }

    /// A larger expression around one.
    fn grown(&self, inner: KnownExpression, rng: &mut TestRng) -> KnownExpression {
        let KnownExpression { text, value } = &inner;
        let grown = match value {
            KnownValue::Integer(number) => self.with_integer(text, *number, rng),
            KnownValue::Boolean(flag) => self.with_boolean(text, *flag, rng),
            KnownValue::Text(string) => self.with_text(text, string, rng),
            KnownValue::Half(_) => return inner,
        };
        match grown.value {
            KnownValue::Integer(number) if !(0..=self.words.integer_max).contains(&number) => inner,
            _ => grown,
        }
    }

    /// Another integer, by a variable or a literal.
    fn integer(&self, rng: &mut TestRng) -> (String, i64) {
        let integers = self.variables.iter().filter_map(|it| match it.value {
            KnownValue::Integer(number) => Some((it.text.clone(), number)),
            _ => None,
        });
        let integers: Vec<(String, i64)> = integers.collect();
        if self.words.mixes_types
            && rng.chance(60)
            && let Some(picked) = rng.pick(&integers)
        {
            return picked.clone();
        }
        let literal = rng.below(LITERAL_MAX) as i64 + 1;
        (literal.to_string(), literal)
    }

    fn with_integer(&self, text: &str, number: i64, rng: &mut TestRng) -> KnownExpression {
        let (other, value) = self.integer(rng);
        let integer =
            |text: String, number| KnownExpression { text, value: KnownValue::Integer(number) };
        let is_small = number <= OPERAND_MAX && value <= OPERAND_MAX;
        let kind = match self.words.mixes_types {
            true => rng.below(KINDS),
            false => KINDS_OF_ONE_TYPE[rng.below(KINDS_OF_ONE_TYPE.len())],
        };
        match kind {
            0 if is_small => integer(format!("({text} * {other})"), number * value),
            0 | 1 => integer(format!("({text} + {other})"), number + value),
            2 if number >= value => integer(format!("({text} - {other})"), number - value),
            2 => integer(format!("({other} - {text})"), value - number),
            3 => {
                let condition = format!("{text} < {other}");
                let smaller = self.words.choice(&condition, text, &other);
                integer(smaller, number.min(value))
            }
            4 => self.compared(text, number, &other, value, rng),
            _ => self.wrapped(text, number, &other),
        }
    }

    /// Three operands, of which the precedence of the operators says which two belong together. The
    /// parentheses around them keep a debugger from taking the first name for a command.
    fn flat(&self, text: &str, number: i64, rng: &mut TestRng) -> KnownExpression {
        let ((second, two), (third, three)) = (self.integer(rng), self.integer(rng));
        let (first, product) = (number, two * three);
        let shapes = [
            (format!("({text} + {second} * {third})"), first + product),
            (format!("({text} * {second} + {third})"), first * two + three),
            (format!("({text} - {second} * {third})"), first - product),
            (format!("({second} * {third} - {text})"), product - first),
            (format!("({text} - {second} - {third})"), first - two - three),
            (format!("({third} + {text} - {second})"), three + first - two),
        ];
        // Where there are unsigned types, what is taken away must not be more than there is.
        let is_possible =
            |(_, value): &&(String, i64)| (0..=self.words.integer_max).contains(value);
        let is_small = [first, two, three].iter().all(|it| *it <= OPERAND_MAX);
        let possible: Vec<&(String, i64)> = shapes.iter().filter(is_possible).collect();
        let (text, number) = match rng.pick(&possible).filter(|_| is_small) {
            Some((flat, value)) => (flat.clone(), *value),
            None => (text.to_owned(), number),
        };
        KnownExpression { text, value: KnownValue::Integer(number) }
    }

    /// An integer and a half, or half of an odd integer, where the language has such.
    fn with_half(&self, whole: KnownExpression, rng: &mut TestRng) -> KnownExpression {
        let KnownExpression { text, value: KnownValue::Integer(number) } = &whole else {
            return whole;
        };
        if !self.words.mixes_types || *number > OPERAND_MAX {
            return whole;
        }
        let is_quotient = self.words.divides_exactly && number % 2 == 1 && rng.chance(50);
        let (text, number) = match is_quotient {
            true => (format!("({text} / 2)"), number / 2),
            false => (format!("({text} + 0.5)"), *number),
        };
        KnownExpression { text, value: KnownValue::Half(number) }
    }

    /// A comparison, or in C, where debuggers show its value in more than one way, a choice by one.
    fn compared(
        &self,
        text: &str,
        number: i64,
        other: &str,
        value: i64,
        rng: &mut TestRng,
    ) -> KnownExpression {
        let (operator, holds) = match rng.below(3) {
            0 => ("<", number < value),
            1 => (">=", number >= value),
            _ => (self.words.equality, number == value),
        };
        let condition = format!("({text} {operator} {other})");
        if self.words.truth.is_some() {
            return KnownExpression { text: condition, value: KnownValue::Boolean(holds) };
        }
        let text = self.words.choice(&condition, "1", "2");
        KnownExpression { text, value: KnownValue::Integer(if holds { 1 } else { 2 }) }
    }

    /// A value that goes through a container or a function.
    fn wrapped(&self, text: &str, number: i64, other: &str) -> KnownExpression {
        let text = self.words.wrapped(text, other);
        KnownExpression { text, value: KnownValue::Integer(number) }
    }

    fn with_boolean(&self, text: &str, flag: bool, rng: &mut TestRng) -> KnownExpression {
        let boolean =
            |text: String, flag| KnownExpression { text, value: KnownValue::Boolean(flag) };
        let (other, value) = self.integer(rng);
        match rng.below(if self.words.has_choice() { 3 } else { 2 }) {
            0 => boolean(self.words.not(text), !flag),
            1 => {
                let is_and = rng.chance(50);
                let holds = value > 3;
                let joined = if is_and { flag && holds } else { flag || holds };
                let word = if is_and { self.words.and } else { self.words.or };
                boolean(format!("({text} {word} ({other} > 3))"), joined)
            }
            _ => {
                let text = self.words.choice(text, &other, "7");
                KnownExpression { text, value: KnownValue::Integer(if flag { value } else { 7 }) }
            }
        }
    }

    fn with_text(&self, text: &str, string: &str, rng: &mut TestRng) -> KnownExpression {
        match rng.below(2) {
            0 => KnownExpression {
                text: format!("({text} + \"x\")"),
                value: KnownValue::Text(format!("{string}x")),
            },
            _ => {
                let literal = format!("\"{string}\"");
                let operator = self.words.equality;
                KnownExpression {
                    text: format!("({text} {operator} {literal})"),
                    value: KnownValue::Boolean(true),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Language, Seed, Words};

    /// Some expressions over `a`, which is 3, `b`, which is true, and `s`, which is `"ab"`.
    fn expressions(language: Language) -> Vec<(String, String)> {
        let shown = [("a", "3"), ("b", "true"), ("s", "\"ab\""), ("o", "Object")];
        let words = Words::of(language).expressions;
        let maker = ExpressionMaker::new(words, shown).expect("usable variables");
        let mut rng = Seed::new(1).rng();
        (0..4000).map(|_| maker.expression(&mut rng)).collect()
    }

    #[test]
    fn expressions_mention_a_variable_and_have_one_value() {
        for language in [Language::JavaScript, Language::Python, Language::C] {
            let all = expressions(language);
            assert!(all.iter().all(|(text, _)| text.contains(['a', 'b', 's'])));
            let mut values = std::collections::BTreeMap::new();
            for (text, value) in all {
                assert_eq!(values.entry(text.clone()).or_insert(value.clone()), &value, "{text}");
            }
            assert!(values.len() > 20, "{language}: {}", values.len());
        }
    }

    #[test]
    fn operators_have_their_precedence_and_fractions_are_halves() {
        let has = |language, end: &str| {
            let mut all = expressions(language).into_iter();
            all.any(|(text, value)| text.ends_with(end) && value.ends_with(".5"))
        };
        for language in [Language::JavaScript, Language::Python, Language::C] {
            let plain = |text: &str| text.replace('a', "3");
            let flat: Vec<_> = expressions(language)
                .into_iter()
                .filter(|(text, _)| {
                    plain(text).starts_with("(3 + ") && text.matches(' ').count() == 4
                })
                .filter_map(|(text, value)| {
                    Some((plain(&text[1..text.len() - 1]), value.parse().ok()?))
                })
                .filter_map(|(text, value): (String, i64)| {
                    let (second, third) = text.strip_prefix("3 + ")?.split_once(" * ")?;
                    let product = second.parse::<i64>().ok()? * third.parse::<i64>().ok()?;
                    Some((product + 3, value))
                })
                .collect();
            assert!(!flat.is_empty() && flat.iter().all(|(one, other)| one == other), "{flat:?}");
            assert!(has(language, " + 0.5)"), "{language}");
        }
        assert!(has(Language::Python, " / 2)") && !has(Language::C, " / 2)"));
        let go = expressions(Language::Go);
        assert!(go.iter().all(|(text, _)| !text.contains("0.5")));
        assert!(go.iter().any(|(text, _)| text.starts_with("(a + ") && text.contains(" * ")));
    }

    #[test]
    fn what_has_several_forms_is_not_used() {
        assert!(expressions(Language::C).iter().all(|(text, _)| !text.contains('s')));
        let words = Words::of(Language::C).expressions;
        assert!(ExpressionMaker::new(words, [("p", "0x…"), ("c", "97 'a'")]).is_none());
        assert!(ExpressionMaker::new(None, [("a", "1")]).is_none());
    }

    #[test]
    fn values_are_written_as_debuggers_show_them() {
        let maker = |language, shown| {
            ExpressionMaker::new(Words::of(language).expressions, [("a", shown)]).is_some()
        };
        assert!(maker(Language::JavaScript, "\"a b\"") && !maker(Language::JavaScript, "\"\\n\""));
        assert!(
            maker(Language::C, "12") && !maker(Language::C, "-1") && !maker(Language::C, "1e3")
        );
        assert!(maker(Language::Python, "True") && !maker(Language::C, "true"));
    }
}
