//! Snapshots of what people and CI systems read: help, summary, reports. The results come from the fake
//! debugger. A snapshot that differs is a failure; `cargo insta review` or `INSTA_UPDATE=always` accepts it.

use super::{run, summary};
use crate::args::Arguments;
use clap::{Command, CommandFactory};
use debunk_fake::{FakeCampaign, FakeDebugger};
use debunk_kit::folders::finding_folders;
use debunk_kit::redaction::redacted;
use debunk_report::{Item, junit, sarif};
use debunk_results::{Classes, Results};
use debunk_session::Debugger;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A lie with several classes of findings, and few tests, so that snapshots can be read.
const CAMPAIGN: FakeCampaign = FakeCampaign {
    lie: Some("direct-set-differs-from-slid"),
    programs: 6,
    tests: 16,
    seed: 2,
    jobs: 1,
    resume: false,
    stop_after: u64::MAX,
};

/// A result folder as `debunk run` leaves it, and the text of its summary.
fn results(campaign: FakeCampaign) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let done = campaign.run(folder.path()).expect("it runs");
    let debugger = FakeDebugger::new();
    let (info, classes) = (debugger.info(), Classes::default());
    let text = summary::text(info, campaign.seed, &done, &classes);
    run::write(folder.path(), (info, campaign.seed), &done, &classes, &text).expect("written");
    (folder, text)
}

/// Compares a text with the snapshot of that name.
#[track_caller]
fn check(name: &str, text: &str, folder: &Path) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, redacted(text, folder));
    });
}

/// The help of a command and of all commands below it.
fn helps(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
    let help = command.clone().term_width(100).render_long_help().to_string();
    found.push((path.to_owned(), help));
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        helps(inner, &format!("{path}-{}", inner.get_name()), found);
    }
}

#[test]
fn every_command_explains_itself_as_before() {
    let mut command = Arguments::command();
    command.build();
    let mut found = Vec::new();
    helps(&command, "help", &mut found);
    assert!(found.len() > 20, "{} commands", found.len());
    for (name, help) in found {
        check(&name, &help, Path::new("/nowhere"));
    }
}

#[test]
fn summaries_and_reports_read_as_before() {
    let (folder, text) = results(CAMPAIGN);
    let folder = folder.path();
    check("summary.txt", &text, folder);
    let json = fs::read_to_string(folder.join("summary.json")).expect("a summary");
    check("summary.json", &json, folder);
    let has_follow_up = |folder: &PathBuf| folder.join("follow-up.trace.txt").exists();
    let first = finding_folders(folder).into_iter().find(has_follow_up).expect("a finding");
    for name in ["report.md", "follow-up.trace.txt"] {
        check(name, &fs::read_to_string(first.join(name)).expect("a file"), folder);
    }
    let read = Results::read(folder).expect("results");
    let items = Item::all(&read);
    check("report.sarif", &sarif(&read, &items), folder);
    check("report.junit.xml", &junit(&read, &items), folder);
}

#[test]
fn an_honest_debugger_gets_a_clean_summary() {
    let (folder, text) = results(FakeCampaign { lie: None, ..CAMPAIGN });
    check("clean-summary.txt", &text, folder.path());
    let read = Results::read(folder.path()).expect("results");
    let items = Item::all(&read);
    check("clean-report.sarif", &sarif(&read, &items), folder.path());
    check("clean-report.junit.xml", &junit(&read, &items), folder.path());
}
