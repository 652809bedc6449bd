//! Passes the elements of a JSON list on one by one, so that the list is never held.

use serde::de::{Deserialize, DeserializeSeed, Error, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Reads a list whose elements are passed to a function, which may end the reading.
pub(super) struct ListReader<T, F> {
    take: F,
    element: PhantomData<T>,
}

impl<T, F: FnMut(T) -> Result<(), ()>> ListReader<T, F> {
    pub fn new(take: F) -> Self {
        Self { take, element: PhantomData }
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), ()>> DeserializeSeed<'de>
    for ListReader<T, F>
{
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), ()>> Visitor<'de> for ListReader<T, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<S: SeqAccess<'de>>(mut self, mut seq: S) -> Result<(), S::Error> {
        while let Some(element) = seq.next_element::<T>()? {
            (self.take)(element).map_err(|()| S::Error::custom("the reader gave up"))?;
        }
        Ok(())
    }
}
