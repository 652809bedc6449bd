//! The driver: one warm browser for one program after the other.

use crate::browser::{Browser, FirefoxSetup, Mode};
use crate::live::{Live, Sent};
use debunk_model::{Action, Observation, Program};
use debunk_sandbox::ExitInfo;
use debunk_session::{Driver, OpenError};
use debunk_wire::ChannelError;
use std::time::{Duration, Instant};

/// The time limit for a debugger's answer, on a busy machine.
const ACTION_TIMEOUT_MS: u64 = 8_000;
const LOAD_TIMEOUT_MS: u64 = 30_000;
/// A browser is replaced after this many sessions. Part of each frame stays in the page's process
/// and makes every step a little slower, by 50% after 500 sessions. Neither a garbage collection,
/// nor a reload of the page, nor a new connection helps.
const SESSIONS_PER_BROWSER: u32 = 300;

/// Drives one Firefox.
pub(crate) struct FirefoxDriver {
    setup: FirefoxSetup,
    browser: Option<Browser>,
    /// The request for the frame of the next program.
    prepared: Option<u64>,
    session_number: u64,
    live: Option<Live>,
}

impl FirefoxDriver {
    pub fn new(setup: FirefoxSetup) -> Self {
        Self { setup, browser: None, prepared: None, session_number: 0, live: None }
    }

    /// Ends the browser and returns how it ended if we did not end it.
    fn kill(&mut self) -> Option<ExitInfo> {
        self.live = None;
        self.prepared = None;
        self.browser.take().and_then(Browser::kill)
    }

    fn lost(&mut self, error: &ChannelError) -> Observation {
        match (self.kill(), error) {
            (_, ChannelError::TimedOut) => Observation::Hung,
            (Some(exit), ChannelError::Ended(_)) => {
                Observation::Crashed { detail: exit.to_string() }
            }
            // Only the process of the page is gone, or the server has closed the connection.
            (None, ChannelError::Ended(reason)) => Observation::Crashed { detail: reason.clone() },
        }
    }

    fn try_load(&mut self, program: &Program) -> Result<Result<Live, OpenError>, ChannelError> {
        let deadline = Instant::now() + Duration::from_millis(LOAD_TIMEOUT_MS);
        let Some(browser) = &mut self.browser else {
            return Err(ChannelError::Ended("no browser".to_owned()));
        };
        let prepared = match self.prepared.take() {
            Some(prepared) => prepared,
            None => browser.prepare(),
        };
        browser.connection.flush(deadline)?;
        self.session_number += 1;
        let loaded = browser.load(program, prepared, self.session_number, deadline)?;
        Ok(loaded.map(|realm| Live::new(realm, program, &browser.console)))
    }

    fn try_perform(
        &mut self,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        let deadline = Instant::now() + Duration::from_millis(ACTION_TIMEOUT_MS);
        let (Some(live), Some(browser)) = (&mut self.live, &mut self.browser) else {
            return Err(ChannelError::Ended("no session".to_owned()));
        };
        let connection = &mut browser.connection;
        let mut sent: Vec<Sent> = Vec::with_capacity(actions.len());
        for action in actions {
            // The server handles some requests out of order, so a control action must not be sent
            // before the queries are answered. Before the start there is only one source of
            // requests, which keeps the order.
            if action.is_control() && *action != Action::Start && !sent.is_empty() {
                connection.flush(deadline)?;
                for earlier in sent.drain(..) {
                    observations.push(live.collect(connection, earlier, deadline)?);
                }
            }
            sent.push(live.send(connection, action));
        }
        connection.flush(deadline)?;
        for one in sent {
            observations.push(live.collect(connection, one, deadline)?);
        }
        Ok(())
    }

    /// Lets the program run to its end and requests the frame of the next one.
    ///
    /// A program that did not run to its end could still be on the stack when the next one starts.
    fn leave(&mut self, live: &mut Live) -> Result<(), ChannelError> {
        let deadline = Instant::now() + Duration::from_millis(LOAD_TIMEOUT_MS);
        let Some(browser) = &mut self.browser else { return Ok(()) };
        let connection = &mut browser.connection;
        live.run_out(connection, deadline)?;
        connection.forget();
        browser.sessions += 1;
        self.prepared = Some(browser.prepare());
        browser.connection.flush(deadline)
    }
}

impl Driver for FirefoxDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.close();
        if self.browser.as_ref().is_some_and(|browser| browser.sessions >= SESSIONS_PER_BROWSER) {
            self.kill();
        }
        for attempt in 0..2 {
            if self.browser.is_none() {
                self.browser = Some(self.setup.start(Mode::Debugger)?);
            }
            match self.try_load(program) {
                Ok(Ok(live)) => {
                    self.live = Some(live);
                    return Ok(());
                }
                Ok(Err(error)) => return Err(error),
                Err(_) if attempt == 0 => {
                    self.kill();
                }
                Err(error) => {
                    self.kill();
                    return Err(OpenError::Dead(error.to_string()));
                }
            }
        }
        Err(OpenError::Dead("the browser could not be started twice".to_owned()))
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(actions.len());
        if let Err(error) = self.try_perform(actions, &mut observations) {
            observations.push(self.lost(&error));
        }
        observations
    }

    fn close(&mut self) {
        let Some(mut live) = self.live.take() else { return };
        if self.leave(&mut live).is_err() {
            self.kill();
        }
    }

    fn discard(&mut self) {
        self.kill();
    }
}
