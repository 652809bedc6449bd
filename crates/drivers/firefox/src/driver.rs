//! The driver: one warm browser for one program after the other.

use crate::browser::{Browser, FirefoxSetup, Mode};
use crate::connection::Connection;
use crate::live::{Live, PendingRequest};
use debunk_model::{Action, Observation, Program};
use debunk_session::OpenError;
use debunk_shell::{
    Backend, Failure, Fate, LoadError, OpeningStage, Pipeline, Protocol, pipelined, within,
};
use debunk_wire::ChannelError;
use std::time::Instant;

const LOAD_TIMEOUT_MS: u64 = 30_000;
/// A browser is replaced after this many sessions. Part of each frame stays in the page's process
/// and makes every step a little slower, by 50% after 500 sessions. Neither a garbage collection,
/// nor a reload of the page, nor a new connection helps.
const SESSIONS_PER_BROWSER: u32 = 300;

/// One Firefox after the other.
pub(crate) struct FirefoxBackend {
    setup: FirefoxSetup,
    session_number: u64,
}

impl FirefoxBackend {
    pub fn new(setup: FirefoxSetup) -> Self {
        Self { setup, session_number: 0 }
    }
}

impl Backend for FirefoxBackend {
    type Process = Browser;
    type Live = Live;

    fn start(&mut self, _program: &Program) -> Result<Browser, OpenError> {
        self.setup.start(Mode::Debugger)
    }

    fn load(&mut self, browser: &mut Browser, program: &Program) -> Result<Live, LoadError> {
        let deadline = within(LOAD_TIMEOUT_MS);
        let prepared = match browser.prepared.take() {
            Some(prepared) => prepared,
            None => browser.prepare(),
        };
        browser.connection.flush(deadline)?;
        self.session_number += 1;
        let realm = browser.load(program, prepared, self.session_number, deadline)??;
        Ok(Live::new(realm, program, &browser.console))
    }

    fn kill(&mut self, browser: Browser) -> String {
        browser.kill().map_or_else(|| "it was still running".to_owned(), |exit| exit.to_string())
    }

    /// Lets the program run to its end and requests the frame of the next one.
    ///
    /// A program that did not run to its end could still be on the stack when the next one starts.
    fn leave(&mut self, browser: &mut Browser, mut live: Live) -> Fate {
        match leave(browser, &mut live) {
            Ok(()) => Fate::Keep,
            Err(_) => Fate::Replace,
        }
    }

    fn dismiss(&mut self, browser: Browser) {
        browser.kill();
    }

    fn is_worn_out(&self, browser: &Browser) -> bool {
        browser.sessions >= SESSIONS_PER_BROWSER
    }

    /// A browser takes long to fail at its start, and fails again.
    fn retries(&self, failure: Failure) -> bool {
        failure.stage == OpeningStage::Load && failure.earlier == 0
    }
}

fn leave(browser: &mut Browser, live: &mut Live) -> Result<(), ChannelError> {
    let deadline = within(LOAD_TIMEOUT_MS);
    live.run_out(&mut browser.connection, deadline)?;
    browser.connection.forget();
    browser.sessions += 1;
    browser.prepared = Some(browser.prepare());
    browser.connection.flush(deadline)
}

impl Protocol for FirefoxBackend {
    fn perform(
        &mut self,
        browser: &mut Browser,
        live: &mut Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        let connection = &mut browser.connection;
        pipelined(actions, observations, &mut Exchange { connection, live })
    }

    /// Possibly only the process of the page is gone, or the server has closed the connection.
    fn crash_detail(&mut self, browser: Browser, reason: &str) -> String {
        browser.kill().map_or_else(|| reason.to_owned(), |exit| exit.to_string())
    }
}

/// A session with its connection.
struct Exchange<'session> {
    connection: &'session mut Connection,
    live: &'session mut Live,
}

impl Pipeline for Exchange<'_> {
    type Sent = PendingRequest;

    /// The server handles some requests out of order, so a control action must not be sent before
    /// the queries are answered. Before the start there is only one source of requests, which keeps
    /// the order.
    fn must_wait(&self, sent: &[PendingRequest], action: &Action) -> bool {
        // Nothing overtakes a question, which is sent only when its answer is collected.
        matches!(sent.last(), Some(PendingRequest::Question(_)))
            || action.is_control() && *action != Action::Start
    }

    fn send(&mut self, action: &Action) -> PendingRequest {
        self.live.send(self.connection, action)
    }

    fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.connection.flush(deadline)
    }

    fn collect(
        &mut self,
        sent: PendingRequest,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        self.live.collect(self.connection, sent, deadline)
    }
}
