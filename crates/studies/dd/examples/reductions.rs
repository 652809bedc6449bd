//! Measures `dd min` on the files of its tests: the remaining size, calls, and the time with one
//! job and with two if every call takes 20 ms longer. Needs an idle machine: `cargo run --release
//! -p debunk-dd --example reductions -- shift.c`, or all without a name.

#[path = "../tests/tasks/mod.rs"]
mod tasks;

use std::time::Instant;

const PAUSE_MS: u64 = 20;

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        let entries = std::fs::read_dir(tasks::folder()).expect("the files are there");
        let paths = entries.map(|entry| entry.expect("a file").path());
        names = paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "check"))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
    }
    println!("| file | bytes | left | calls | seconds | with two jobs | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for name in names {
        let timed = |jobs| {
            let started = Instant::now();
            let found = tasks::reduce(&name, jobs, PAUSE_MS);
            (found, started.elapsed().as_secs_f64())
        };
        let ((one, alone), (two, together)) = (timed(1), timed(2));
        assert_eq!(one.text, two.text, "{name}: the number of jobs changes the result");
        println!(
            "| {name} | {} | {} | {} | {alone:.2} | {together:.2} | {:.2} |",
            one.bytes_before,
            one.text.len(),
            one.calls,
            together / alone
        );
    }
}
