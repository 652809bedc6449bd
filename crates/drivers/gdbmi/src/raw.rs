//! The raw floor: the commands of a session with nothing around them. Only the first words of
//! answers are parsed, and nothing is kept.

use crate::connection::quoted;
use crate::process::{GdbProcess, GdbSetup};
use debunk_model::Action;
use debunk_native::{Built, FixedSession};
use debunk_wire::Channel;
use std::time::{Duration, Instant};

const TIMEOUT_S: u64 = 20;
const WARM_UP_SESSIONS: u64 = 2;

struct Raw<'channel> {
    channel: &'channel mut Channel,
    deadline: Instant,
}

impl Raw<'_> {
    fn send(&mut self, commands: &[String]) -> Result<(), String> {
        for command in commands {
            self.channel.queue(command);
        }
        self.channel.flush(self.deadline).map_err(|error| error.to_string())
    }

    /// Reads until this many lines began like this.
    fn skip(&mut self, start: &str, times: usize) -> Result<(), String> {
        let mut seen = 0;
        while seen < times {
            let line = self.channel.receive(self.deadline).map_err(|error| error.to_string())?;
            if line.starts_with("^error") {
                return Err(line);
            }
            seen += usize::from(line.starts_with(start));
        }
        Ok(())
    }
}

/// Runs the session this often and returns the time, without the start of gdb.
pub(crate) fn measure(
    setup: &GdbSetup,
    session: &FixedSession,
    sessions: u64,
) -> Result<Duration, String> {
    let built = setup.builder.build(&session.program).map_err(|error| error.to_string())?;
    let mut process = GdbProcess::start(setup)?;
    let mut started = Instant::now();
    for number in 0..WARM_UP_SESSIONS + sessions {
        if number == WARM_UP_SESSIONS {
            started = Instant::now();
        }
        let deadline = Instant::now() + Duration::from_secs(TIMEOUT_S);
        play(&mut Raw { channel: process.connection.channel(), deadline }, session, &built)?;
    }
    Ok(started.elapsed())
}

fn play(raw: &mut Raw<'_>, session: &FixedSession, built: &Built) -> Result<(), String> {
    let file = quoted(&built.executable().to_string_lossy());
    let source = quoted(&built.source().to_string_lossy());
    let mut commands = vec!["-break-delete".to_owned(), format!("-file-exec-and-symbols {file}")];
    commands.extend(
        session.lines.iter().map(|line| format!("-break-insert --source {source} --line {line}")),
    );
    raw.send(&commands)?;
    raw.skip("^done", commands.len())?;
    raw.send(&["-exec-run".to_owned()])?;
    raw.skip("*stopped", 1)?;
    let looks = ["-stack-list-frames", "-stack-list-variables --all-values"].map(str::to_owned);
    raw.send(&looks)?;
    raw.skip("^done", looks.len())?;
    for action in &session.actions {
        let command = match action {
            Action::StepIn => "-exec-step",
            Action::StepOver => "-exec-next",
            Action::StepOut => "-exec-finish",
            _ => "-exec-continue",
        };
        raw.send(&[command.to_owned()])?;
        raw.skip("*stopped", 1)?;
        raw.send(&looks)?;
        raw.skip("^done", looks.len())?;
    }
    raw.send(&["-interpreter-exec console \"kill\"".to_owned()])?;
    raw.skip("^done", 1)
}
