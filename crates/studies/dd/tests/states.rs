//! `dd states` on real Node: two programs whose chains are known.

use debunk_dd::{Cause, Chain, RunInput, StatesOptions, StopPoint, V8States, states};
use debunk_delta::Limits;
use debunk_sandbox::{TempArea, find_program};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const TIMEOUT_S: u64 = 30;

fn chain(
    program: &str,
    good: &[&str],
    bad: &[&str],
    wrong: Option<&str>,
    at: &[u32],
) -> Result<Chain, String> {
    let path = std::env::var_os("PATH").expect("a PATH");
    let node = find_program("node", &path).expect("the tests need Node");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(program);
    let run = |arguments: &[&str]| RunInput {
        program: program.clone(),
        arguments: arguments.iter().map(Into::into).collect(),
    };
    let options = StatesOptions {
        good: run(good),
        bad: run(bad),
        stops: at.iter().map(|&line| StopPoint { line, hit: 1 }).collect(),
        wrong: wrong.map(str::to_owned),
        jobs: 2,
        limits: Limits::default(),
    };
    let area = TempArea::new().expect("an area");
    let driver = V8States::new(node, &area, Duration::from_secs(TIMEOUT_S));
    states(&options, &driver, &AtomicBool::new(false), &|_, _| {})
        .map_err(|error| error.to_string())
}

/// The causes as texts, one list for each place.
fn causes(chain: &Chain) -> Vec<String> {
    let describe = |cause: &Cause| match cause {
        Cause::Isolated { causes, .. } => causes
            .iter()
            .map(|one| format!("{} = {}", one.path, one.value.as_deref().unwrap_or("gone")))
            .collect::<Vec<_>>()
            .join(", "),
        Cause::NotHere => "not here".to_owned(),
        Cause::Disturbed => "disturbed".to_owned(),
        Cause::NotReached => "not reached".to_owned(),
    };
    chain.links.iter().map(|link| describe(&link.cause)).collect()
}

#[test]
fn the_element_too_many_is_followed_through_the_sort() {
    let chain = chain("sort.js", &["9", "8", "7"], &["11", "14"], Some("sorted: 0"), &[13, 28, 29])
        .expect("a chain");
    assert_eq!(causes(&chain), ["numbers[2] = 0", "memory[0] = 0", "first = 0"]);
    assert!(chain.links.iter().all(|link| link.differences > 1));
}

#[test]
fn the_discount_that_is_no_number_is_followed_to_the_sum() {
    let good = ["name=ann,tea=3,discount=10"];
    let bad = ["name=bob,tea=4,discount=1o"];
    let chain = chain("shop.js", &good, &bad, None, &[16, 17, 23, 24]).expect("a chain");
    assert_eq!(
        causes(&chain),
        ["order.customer.discount = NaN", "off = NaN", "totals.off = NaN", "due = NaN"]
    );
}

#[test]
fn places_and_runs_that_say_nothing_are_reported() {
    let run = |at| chain("shop.js", &["tea=1"], &["tea=x"], None, at);
    // The error is thrown before the last line of the function.
    assert_eq!(causes(&run(&[25]).expect("a chain")), ["not reached"]);
    let same = chain("shop.js", &["tea=1"], &["tea=2"], None, &[15]).expect_err("refused");
    assert!(same.contains("cannot be distinguished"), "{same}");
}
