//! Runs a command as debunk would run a program: `contain namespaces|rules|off COMMAND...`.

use std::time::{Duration, Instant};

use debunk_sandbox::{Isolation, IsolationMode, Spawn, TempArea, run_to_end};

fn main() {
    let mut words = std::env::args().skip(1);
    let mode = match words.next().as_deref() {
        Some("namespaces") => IsolationMode::Namespaces,
        Some("rules") => IsolationMode::Rules,
        Some("off") => IsolationMode::Off,
        _ => {
            let area = TempArea::new().expect("an area");
            println!("{:#?}", Isolation::of(&area));
            return;
        }
    };
    let area = TempArea::new().expect("an area");
    let words: Vec<String> = words.collect();
    let times = std::env::var("TIMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let start = Instant::now();
    for number in 0..times {
        let spawn = Spawn::new(&words[0]).args(&words[1..]).isolated_by(mode);
        let limit = std::env::var("CPU_S").ok().and_then(|text| text.parse().ok());
        let spawn = spawn.cpu_limit_s(limit);
        let offline = std::env::var_os("OFFLINE").is_some();
        let spawn = if offline { spawn.without_sockets() } else { spawn };
        match run_to_end(spawn, &area, b"", Duration::from_secs(20)) {
            Ok(run) if number == 0 => {
                print!("{}{}", run.stdout_text(), run.stderr_text());
                println!("[{}{}]", run.exit, if run.timed_out { ", timed out" } else { "" });
            }
            Ok(_) => {}
            Err(error) => println!("failed to {error}"),
        }
    }
    println!("{:.2} ms each", start.elapsed().as_secs_f64() * 1000.0 / f64::from(times));
}
