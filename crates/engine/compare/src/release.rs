//! Releases of debuggers as numbers, and the ranges of releases that a rule covers.

use debunk_model::Engine;
use debunk_session::DebuggerInfo;

/// The number of a release: that of the engine or of the language's runtime, if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Release(Vec<u32>);

impl Release {
    /// The release of a debugger.
    pub(crate) fn of(info: &DebuggerInfo) -> Self {
        let engine = info.engine.as_ref().and_then(Engine::version);
        let is_number = |version: &&str| version.starts_with(|it: char| it.is_ascii_digit());
        Self::parse(engine.filter(is_number).unwrap_or(&info.version))
    }

    fn parse(text: &str) -> Self {
        let digits = |part: &str| {
            let end = part.find(|it: char| !it.is_ascii_digit()).unwrap_or(part.len());
            part[..end].parse().unwrap_or(0)
        };
        Self(text.split('.').map(digits).collect())
    }

    /// Compares as many parts as the other has.
    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        let part = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let mut parts = other.0.iter().enumerate().map(|(index, it)| part(index).cmp(it));
        parts.find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
    }
}

/// Whether a release is in a range such as `>=11.3,<14`; if there is no range, any release is.
pub(crate) fn is_within(range: Option<&str>, release: &Release) -> bool {
    range.is_none_or(|range| {
        range.split(',').map(str::trim).all(|part| {
            let end = part.find(|it: char| it.is_ascii_digit()).unwrap_or(part.len());
            let (sign, number) = part.split_at(end);
            let order = release.compare(&Release::parse(number));
            match sign {
                "<" => order.is_lt(),
                "<=" => order.is_le(),
                ">" => order.is_gt(),
                ">=" => order.is_ge(),
                _ => order.is_eq(),
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(product: &str, version: &str, engine: Option<&str>) -> Release {
        Release::of(&DebuggerInfo {
            name: product.to_owned(),
            product: product.to_owned(),
            version: version.to_owned(),
            engine: engine.map(|engine| engine.to_owned().into()),
        })
    }

    #[test]
    fn a_release_is_that_of_the_engine_where_it_is_known() {
        let node = release("node", "20.20.2", Some("V8 11.3.244.8-node.38"));
        let chromium = release("chromium", "156.0.8078.79", Some("V8 15.6"));
        let python = release("debugpy", "1.8.22", Some("Python 3.11.7"));
        let gdb = release("gdb-mi", "13.1", Some("compiled by gcc -O0 -g"));
        for (release, range, expected) in [
            (&node, "11.3", true),
            (&node, ">=11.3,<14", true),
            (&node, ">11.3", false),
            (&node, "<11.3", false),
            (&chromium, ">=15.6", true),
            (&chromium, ">=15.7", false),
            (&python, "<3.12", true),
            (&python, "<3.9", false),
            (&gdb, "13", true),
        ] {
            assert_eq!(is_within(Some(range), release), expected, "{release:?} {range}");
        }
        assert!(is_within(None, &node));
    }
}
