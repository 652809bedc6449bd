//! Warm processes that are lent out, one to each thread that needs one.

use std::sync::{Mutex, PoisonError};

/// Lends out items and makes new ones if all are lent.
pub(crate) struct Pool<'pool, Item> {
    free: Mutex<Vec<Item>>,
    make: Box<dyn Fn() -> Item + Sync + 'pool>,
}

impl<'pool, Item> Pool<'pool, Item> {
    pub fn new(make: impl Fn() -> Item + Sync + 'pool) -> Self {
        Self { free: Mutex::new(Vec::new()), make: Box::new(make) }
    }

    /// Works with an item.
    pub fn with<Answer>(&self, work: impl FnOnce(&mut Item) -> Answer) -> Answer {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut item = free.unwrap_or_else(|| (self.make)());
        let answer = work(&mut item);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(item);
        answer
    }
}
