//! Runs programs in the same browser without a debugger.

use crate::browser::{Browser, FirefoxSetup, Mode};
use crate::realm::{read_ending, scout, start, verdict};
use debunk_model::{Program, Span};
use debunk_session::{PlainRun, PlainRunner};
use debunk_shell::javascript::program_url;
use debunk_wire::ChannelError;
use std::time::{Duration, Instant};

/// A program that takes longer without a debugger cannot be used for tests.
const RUN_TIMEOUT_MS: u64 = 2_000;
const LOAD_TIMEOUT_MS: u64 = 30_000;
/// A browser is replaced after this many runs, so that nothing piles up in it.
const RUNS_PER_BROWSER: u32 = 1_000;
/// How many more frames are below a program in the decoy.
const DECOY_FRAMES: u32 = 24;

/// Firefox with no thread attached to anything.
pub(crate) struct FirefoxRunner {
    setup: FirefoxSetup,
    browser: Option<Browser>,
}

impl FirefoxRunner {
    pub fn new(setup: FirefoxSetup) -> Self {
        Self { setup, browser: None }
    }

    fn try_run(&mut self, program: &Program, frames: u32) -> Result<PlainRun, ChannelError> {
        let Some(browser) = &mut self.browser else {
            return Err(ChannelError::Ended("no browser".to_owned()));
        };
        browser.sessions += 1;
        let Browser { connection, console, .. } = browser;
        connection.forget();
        let deadline = Instant::now() + Duration::from_millis(LOAD_TIMEOUT_MS);
        connection.evaluate(console, "debunkHost.fresh()");
        let scouted = connection.evaluate(console, &scout(program));
        connection.flush(deadline)?;
        let event = connection.evaluated(scouted, deadline)?.map_err(ChannelError::Ended)?;
        if let Err(reason) = verdict(&event["result"]) {
            return Ok(PlainRun::DoesNotParse(reason));
        }
        let deadline = Instant::now() + Duration::from_millis(RUN_TIMEOUT_MS);
        let run = connection.evaluate(console, &start(&program_url(0), frames));
        connection.flush(deadline)?;
        let event = match connection.evaluated(run, deadline) {
            Err(ChannelError::TimedOut) => {
                self.kill();
                return Ok(PlainRun::TimedOut);
            }
            other => other?.map_err(ChannelError::Ended)?,
        };
        Ok(match read_ending(connection, &event, deadline)? {
            Ok(ending) => PlainRun::Ended(ending.finish.into_outcome(ending.error)),
            Err(reason) => PlainRun::Died(reason),
        })
    }

    fn kill(&mut self) {
        self.browser.take().map(Browser::kill);
    }

    fn run_above(&mut self, program: &Program, frames: u32) -> PlainRun {
        if self.browser.as_ref().is_some_and(|browser| browser.sessions >= RUNS_PER_BROWSER) {
            self.kill();
        }
        if self.browser.is_none() {
            match self.setup.start(Mode::Plain) {
                Ok(browser) => self.browser = Some(browser),
                Err(error) => return PlainRun::Died(error.to_string()),
            }
        }
        match self.try_run(program, frames) {
            Ok(run) => run,
            Err(error) => {
                self.kill();
                PlainRun::Died(error.to_string())
            }
        }
    }
}

impl PlainRunner for FirefoxRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        self.run_above(program, 0)
    }

    /// Higher on the stack, as a debugger may have more below a program.
    fn run_in_decoy(&mut self, program: &Program) -> PlainRun {
        self.run_above(program, DECOY_FRAMES)
    }

    /// The engine counts only for a debugger inside the browser's own process; the remote protocol
    /// has no request for it.
    fn dead_spans(&mut self, _program: &Program) -> Result<Vec<Span>, String> {
        Err("Firefox tells no coverage over its remote protocol".to_owned())
    }
}
