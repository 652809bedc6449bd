//! The same seed gives the same files, with any number of workers, interrupted or not.

use debunk_fake::FakeCampaign;
use debunk_kit::folders::{files, finding_folders};
use debunk_model::Seed;

/// More than three blocks of tests, the last one incomplete; a lie that is found now and then.
const CAMPAIGN: FakeCampaign = FakeCampaign {
    lie: Some("breakpoint-lost-while-paused"),
    programs: 24,
    tests: 110,
    seed: 3,
    jobs: 1,
    resume: false,
    stop_after: u64::MAX,
};
/// Files that only exist while something is written.
const UNFINISHED: [&str; 3] = ["unfinished", "-wal", "-shm"];
/// It stays, but holds nothing once everything is written.
const JOURNAL: &str = "campaign.sqlite-journal";

#[test]
fn workers_and_interruptions_change_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let whole = place("one");
    let first = CAMPAIGN.run(&whole).expect("it runs");
    assert!(first.execution.is_complete());
    assert!(finding_folders(&whole).len() > 1, "{:?}", first.tally);
    let expected = files(&whole);
    let is_unfinished = |name: &&String| UNFINISHED.iter().any(|end| name.ends_with(end));
    assert_eq!(expected.keys().find(is_unfinished), None);
    assert!(expected.get(JOURNAL).is_none_or(Vec::is_empty));
    for jobs in [2, 5] {
        let other = place(&format!("jobs{jobs}"));
        let summary = FakeCampaign { jobs, ..CAMPAIGN }.run(&other).expect("it runs");
        assert_eq!(summary.tally, first.tally);
        assert!(files(&other) == expected, "{jobs} workers write other files");
    }
    let mut rng = Seed::new(7).split("interrupt", 0).rng();
    for round in 0..3 {
        let other = place(&format!("parts{round}"));
        let mut part = CAMPAIGN;
        part.stop_after = 0;
        // Two interruptions at random places, then the rest.
        for _ in 0..2 {
            part.stop_after += 1 + rng.below(CAMPAIGN.tests as usize / 3) as u64;
            let summary = part.run(&other).expect("it runs");
            assert!(!summary.execution.is_complete(), "{part:?}");
            part.resume = true;
        }
        let last = FakeCampaign { jobs: 1 + rng.below(3), stop_after: u64::MAX, ..part };
        let summary = last.run(&other).expect("it runs");
        assert!(summary.execution.is_complete());
        assert_eq!(summary.tally, first.tally);
        assert!(files(&other) == expected, "interrupted after {}: other files", part.stop_after);
    }
}
