//! Starts the next process in the background while the current one is in use, and ends the last.

use std::thread::{self, JoinHandle};

/// Makes one thing after the other, always one ahead.
pub struct Prefetcher<T: Send + 'static> {
    next: Option<JoinHandle<Result<T, String>>>,
    last: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Prefetcher<T> {
    /// Nothing is made yet.
    pub fn new() -> Self {
        Self { next: None, last: None }
    }

    /// The next one; `make` makes it unless it already has.
    ///
    /// # Errors
    /// The last error of `make`.
    pub fn take(
        &mut self,
        make: impl Fn() -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let made = match self.next.take() {
            // A process that was started ahead may have died by now; a new one gets its own chance.
            Some(thread) => match thread.join() {
                Ok(Ok(made)) => Ok(made),
                Ok(Err(_)) | Err(_) => make(),
            },
            None => make(),
        };
        // If one cannot be started, none is started ahead either.
        if made.is_ok() {
            let thread = thread::Builder::new().name("debunk-ahead".into());
            self.next = thread.spawn(make).ok();
        }
        made
    }

    /// Drops an item that is done; that takes time too.
    pub fn drop_behind(&mut self, done: T) {
        // At most one is on its way out.
        if let Some(thread) = self.last.take() {
            drop(thread.join());
        }
        let thread = thread::Builder::new().name("debunk-behind".into());
        self.last = thread.spawn(move || drop(done)).ok();
    }
}

impl<T: Send + 'static> Default for Prefetcher<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Send + 'static> Drop for Prefetcher<T> {
    fn drop(&mut self) {
        // Whatever is on its way ends here, not some time later.
        if let Some(thread) = self.last.take() {
            drop(thread.join());
        }
        if let Some(thread) = self.next.take() {
            drop(thread.join());
        }
    }
}
