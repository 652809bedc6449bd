//! All searches on random failures: minimal results, limits, and parallel tests that change nothing.

use debunk_delta::{
    Ddmin, Engine, Isolate, Limits, Node, NodeState, Probable, Search, SearchCounts, SearchEnd,
    Stage, Subject, TestOutcome, Tree, TreeSearch, TreeShape,
};
use proptest::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Fails with all of `needed`; a delta without the one it depends on is unresolved.
#[derive(Clone, Debug)]
struct Needs {
    needed: Vec<usize>,
    depends: Vec<(usize, usize)>,
    pause_ms: u64,
}

impl Subject for Needs {
    type Candidate = Vec<usize>;
    type Content = Vec<usize>;

    fn build(&self, kept: &Vec<usize>) -> Option<Vec<usize>> {
        Some(kept.clone())
    }

    fn test(&self, kept: &Vec<usize>) -> TestOutcome {
        std::thread::sleep(Duration::from_millis(self.pause_ms));
        let has = |number: usize| kept.contains(&number);
        if self.depends.iter().any(|&(one, other)| has(one) && !has(other)) {
            TestOutcome::Unresolved
        } else if self.needed.iter().all(|&number| has(number)) {
            TestOutcome::Fail
        } else {
            TestOutcome::Pass
        }
    }
}

fn needs() -> impl Strategy<Value = (usize, Needs)> {
    (2usize..40).prop_flat_map(|count| {
        let needed = prop::collection::vec(0..count, 1..4);
        let depends = prop::collection::vec((0..count, 0..count), 0..4);
        (Just(count), needed, depends).prop_map(|(count, needed, depends)| {
            // Later deltas depend on earlier ones.
            let depends = depends.into_iter().filter(|(one, other)| one > other).collect();
            (count, Needs { needed, depends, pause_ms: 0 })
        })
    })
}

fn finish<S: Search<Candidate = Vec<usize>> + Clone>(
    search: &S,
    subject: &Needs,
    jobs: usize,
) -> (S, SearchCounts) {
    let mut search = search.clone();
    let mut engine = Engine::new(Limits::default()).jobs(jobs);
    assert_eq!(engine.run(&mut search, subject), SearchEnd::Complete);
    (search, engine.counts())
}

fn is_one_minimal(kept: &[usize], subject: &Needs) -> bool {
    let without = |position: usize| {
        let mut rest = kept.to_vec();
        rest.remove(position);
        rest
    };
    subject.test(&kept.to_vec()).is_fail()
        && (0..kept.len()).all(|position| !subject.test(&without(position)).is_fail())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn minimised_lists_are_1_minimal((count, subject) in needs()) {
        // An empty list of deltas is not tried by ddmin; every case here needs at least one.
        let (ddmin, _) = finish(&Ddmin::new(count), &subject, 1);
        prop_assert!(is_one_minimal(ddmin.kept(), &subject));
        let (few, _) = finish(&Ddmin::complements_only(count), &subject, 1);
        prop_assert!(is_one_minimal(few.kept(), &subject));
        let (probable, _) = finish(&Probable::new(count, 0.1).one_minimal(), &subject, 1);
        prop_assert!(is_one_minimal(&probable.kept(), &subject));
    }

    #[test]
    fn isolated_differences_pass_and_fail((count, subject) in needs()) {
        let (isolate, _) = finish(&Isolate::new(count), &subject, 1);
        let difference = isolate.difference();
        prop_assert!(subject.test(&difference.failing).is_fail());
        prop_assert_eq!(subject.test(&difference.passing), TestOutcome::Pass);
        prop_assert!(!difference.deltas().is_empty());
    }

    #[test]
    fn several_jobs_change_nothing((count, subject) in needs(), jobs in 2usize..5) {
        let (one, one_counts) = finish(&Probable::new(count, 0.1).one_minimal(), &subject, 1);
        let (many, many_counts) = finish(&Probable::new(count, 0.1).one_minimal(), &subject, jobs);
        prop_assert_eq!(one.kept(), many.kept());
        prop_assert_eq!(one_counts.tests, many_counts.tests);
        let (one, _) = finish(&Isolate::new(count), &subject, 1);
        let (many, _) = finish(&Isolate::new(count), &subject, jobs);
        prop_assert_eq!(one.difference(), many.difference());
    }

    #[test]
    fn a_limit_of_tests_gives_the_best_so_far(
        (count, subject) in needs(), limit in 0u64..12, jobs in 1usize..4,
    ) {
        let mut search = Probable::new(count, 0.1);
        let limits = Limits { tests: Some(limit), time: None };
        let mut engine = Engine::new(limits).jobs(jobs);
        let end = engine.run(&mut search, &subject);
        prop_assert!(engine.counts().tests <= limit);
        prop_assert!(end == SearchEnd::TestLimit || end == SearchEnd::Complete);
        prop_assert!(subject.test(&search.kept()).is_fail());
        let mut alone = Probable::new(count, 0.1);
        Engine::new(limits).run(&mut alone, &subject);
        prop_assert_eq!(search.kept(), alone.kept());
    }
}

#[test]
fn estimates_save_tests() {
    let subject = Needs { needed: vec![17, 130], depends: Vec::new(), pause_ms: 0 };
    let (ddmin, classic) = finish(&Ddmin::new(200), &subject, 1);
    let (probable, fewer) = finish(&Probable::new(200, 0.1), &subject, 1);
    assert_eq!(ddmin.kept(), probable.kept());
    assert!(fewer.tests < classic.tests, "{} and {}", fewer.tests, classic.tests);
}

#[test]
fn a_limit_of_time_is_kept() {
    let subject = Needs { needed: (0..200).collect(), depends: Vec::new(), pause_ms: 5 };
    let mut engine =
        Engine::new(Limits { tests: None, time: Some(Duration::from_millis(60)) }).jobs(2);
    // Without the limit it would take some twenty thousand tests.
    assert_eq!(engine.run(&mut Ddmin::new(200), &subject), SearchEnd::TimeLimit);
}

/// However busy the machine is: a foreseen test was running before the answer that led to it
/// arrived. A clock would show the same only on an idle machine.
#[test]
fn a_second_job_runs_tests_ahead() {
    let subject = Needs { needed: vec![3, 40, 77], depends: Vec::new(), pause_ms: 1 };
    let search = Probable::new(100, 0.1).one_minimal();
    let (_, alone) = finish(&search, &subject, 1);
    assert_eq!((alone.ahead, alone.foreseen), (0, 0));
    let (_, counts) = finish(&search, &subject, 2);
    assert_eq!(counts.tests, alone.tests);
    assert!(counts.foreseen * 4 >= counts.tests, "{counts:?}");
}

/// Texts of nested lists: `(a (b c) d)`.
struct Lists {
    tree: Arc<Tree>,
    texts: Vec<String>,
}

impl Lists {
    fn of(text: &str) -> Self {
        let mut tree = Tree::default();
        let mut texts = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        for token in text.split_whitespace() {
            if token == ")" {
                open.pop();
                continue;
            }
            let parent = open.last().copied();
            let node = Node {
                is_removable: parent.is_some(),
                roles: 1,
                weight: 1,
                has_inside: token == "(",
                replacements: 1,
                ..Node::default()
            };
            let id = tree.add(parent, node);
            texts.push(token.to_owned());
            if token == "(" {
                open.push(id);
            }
        }
        for id in (1..tree.nodes.len()).rev() {
            let weight = tree.nodes[id].weight;
            let parent = tree.nodes[id].parent.expect("not the root") as usize;
            tree.nodes[parent].weight += weight;
        }
        Lists { tree: Arc::new(tree), texts }
    }

    fn render(&self, shape: &TreeShape, id: u32) -> String {
        let inner = |id: u32| -> String {
            self.tree.node(id).children.iter().map(|&child| self.render(shape, child)).collect()
        };
        match shape.state(id) {
            NodeState::Removed => String::new(),
            NodeState::Replaced(_) => "0".to_owned(),
            NodeState::Hoisted(other) => self.render(shape, other),
            NodeState::Inside(other) => inner(other),
            NodeState::Kept if self.texts[id as usize] == "(" => format!("({})", inner(id)),
            NodeState::Kept => self.texts[id as usize].clone(),
        }
    }
}

struct Contains<'l>(&'l Lists, &'static str);

impl Subject for Contains<'_> {
    type Candidate = TreeShape;
    type Content = String;

    fn build(&self, shape: &TreeShape) -> Option<String> {
        Some(self.0.render(shape, 0))
    }

    fn test(&self, text: &String) -> TestOutcome {
        if text.contains(self.1) { TestOutcome::Fail } else { TestOutcome::Pass }
    }
}

#[track_caller]
fn check_tree(text: &str, needed: &'static str, stages: &[Stage], expected: &str) {
    let lists = Lists::of(text);
    for jobs in [1, 3] {
        let mut search = TreeSearch::new(lists.tree.clone(), stages.iter().copied());
        Engine::new(Limits::default()).jobs(jobs).run(&mut search, &Contains(&lists, needed));
        assert_eq!(lists.render(search.shape(), 0), expected, "{jobs} jobs");
    }
}

#[test]
fn trees_are_cut_level_by_level() {
    let text = "( a ( b ( x y ) c ) ( d e ) f )";
    check_tree(text, "x", &[Stage::Delete], "(((x)))");
}

#[test]
fn descendants_take_the_place_of_ancestors() {
    let text = "( a ( b ( x y ) c ) ( d e ) f )";
    check_tree(text, "x", &[Stage::Delete, Stage::Hoist], "x");
    check_tree(text, "xy", &[Stage::Delete, Stage::Hoist], "xy");
}

#[test]
fn short_texts_take_the_place_of_long_ones() {
    let text = "( ( a b c ) x )";
    check_tree(text, "x", &[Stage::Replace(0)], "(0x)");
}
