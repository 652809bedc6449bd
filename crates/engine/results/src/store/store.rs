//! The file of a batch: one row per number.

use super::journal::{Identity, Journal, StoreError};
use super::row::{Row, RowResult};
use rusqlite::types::Type;
use rusqlite::{Error, params};
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::path::Path;

const COLUMNS: &str = "program, actions, result, class, detail, folder";

/// The state of one batch.
pub struct Store<Result> {
    journal: Journal,
    kind: PhantomData<Result>,
}

impl<Kind: RowResult> Store<Kind> {
    /// Begins a new batch in a new file.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::create(path, Kind::VERSION, identity)?, kind: PhantomData })
    }

    /// Resumes a batch.
    ///
    /// # Errors
    /// If the file belongs to another one.
    pub fn resume(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::resume(path, Kind::VERSION, identity)?, kind: PhantomData })
    }

    /// Opens the file of any batch of this kind for inspection.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::read(path, Kind::VERSION)?, kind: PhantomData })
    }

    /// A part of the description of the batch from its start.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn identity(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.journal.value(key).map_err(self.journal.sql("read"))
    }

    /// The next number to record.
    pub fn next(&self) -> u64 {
        self.journal.next()
    }

    /// The totals as they were last recorded; the default at first.
    ///
    /// # Errors
    /// If numbers were recorded and their totals are malformed: without them no sum would be true.
    pub fn totals<Totals: DeserializeOwned + Default>(&self) -> Result<Totals, StoreError> {
        if self.next() == 0 {
            return Ok(Totals::default());
        }
        let path = || self.journal.path().to_owned();
        serde_json::from_str(self.journal.totals())
            .map_err(|error| StoreError::Totals { path: path(), error })
    }

    /// Records a number: the next one, or once more one that was skipped. `totals` gives the sums up
    /// to it if they are to be kept.
    ///
    /// # Errors
    /// If the file cannot be written, for example because the disk is full.
    pub fn record(
        &mut self,
        number: u64,
        row: &Row<Kind>,
        totals: impl FnOnce() -> serde_json::Result<String>,
    ) -> Result<(), StoreError> {
        self.insert(number, row).map_err(self.journal.sql("write"))?;
        self.journal.recorded(number, totals)
    }

    fn insert(&self, number: u64, row: &Row<Kind>) -> Result<(), Error> {
        let Row { program, actions, result, class, detail, folder } = row;
        let sql = format!(
            "INSERT OR REPLACE INTO item (number, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        );
        let (number, actions, result) = (number as i64, *actions as i64, result.name());
        self.journal
            .connection
            .prepare_cached(&sql)?
            .execute(params![number, program, actions, result, class, detail, folder])
            .map(drop)
    }

    /// Makes everything recorded so far permanent. If the batch is done, this leaves a file that
    /// depends only on what was recorded.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn commit(
        &mut self,
        totals: impl FnOnce() -> serde_json::Result<String>,
        is_done: bool,
    ) -> Result<(), StoreError> {
        let totals = self.journal.totals_of(totals)?;
        if is_done { self.journal.finish(&totals) } else { self.journal.commit(&totals) }
    }

    /// How many of a class have a folder.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn kept_of_class(&self, class: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM item WHERE class = ?1 AND folder IS NOT NULL";
        let count: i64 = self
            .journal
            .connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row([class], |row| row.get(0)))
            .map_err(self.journal.sql("read"))?;
        Ok(count as u64)
    }

    /// Every number with its row, in order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rows(&self) -> Result<Vec<(u64, Row<Kind>)>, StoreError> {
        self.select("")
    }

    /// The numbers that could not be run.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn skipped(&self) -> Result<Vec<(u64, Row<Kind>)>, StoreError> {
        self.select(&format!("WHERE result = '{}'", Kind::SKIPPED.name()))
    }

    /// The numbers that found something.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn with_class(&self) -> Result<Vec<(u64, Row<Kind>)>, StoreError> {
        self.select("WHERE class IS NOT NULL")
    }

    fn select(&self, condition: &str) -> Result<Vec<(u64, Row<Kind>)>, StoreError> {
        let read = || -> Result<Vec<(u64, Row<Kind>)>, Error> {
            let sql = format!("SELECT number, {COLUMNS} FROM item {condition} ORDER BY number");
            let mut statement = self.journal.connection.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                let (number, actions): (i64, i64) = (row.get(0)?, row.get(2)?);
                let result: String = row.get(3)?;
                let row = Row {
                    program: row.get(1)?,
                    actions: actions as u64,
                    result: result_named(&result)?,
                    class: row.get(4)?,
                    detail: row.get(5)?,
                    folder: row.get(6)?,
                };
                Ok((number as u64, row))
            })?;
            rows.collect()
        };
        read().map_err(self.journal.sql("read"))
    }
}

/// The result of that name.
fn result_named<Kind: RowResult>(name: &str) -> Result<Kind, Error> {
    let known = Kind::ALL.iter().find(|known| known.name() == name);
    known.copied().ok_or_else(|| {
        let error = format!("{name:?} is not a result").into();
        Error::FromSqlConversionFailure(3, Type::Text, error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{RunResult, TestResult};

    type Tests = Store<TestResult>;
    type Runs = Store<RunResult>;

    fn identity(seed: &str) -> Identity {
        vec![("debugger".to_owned(), "node".to_owned()), ("seed".to_owned(), seed.to_owned())]
    }

    fn passed(program: &str) -> Row<TestResult> {
        Row::new(program, 7, TestResult::Passed)
    }

    fn found(program: &str) -> Row<TestResult> {
        Row {
            class: Some("c".to_owned()),
            detail: Some("d".to_owned()),
            folder: Some("f".to_owned()),
            ..Row::new(program, 9, TestResult::Found)
        }
    }

    #[test]
    fn a_batch_continues_where_it_was_committed() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let mut store = Tests::create(&path, &identity("1"))?;
        store.record(0, &passed("a.js"), || Ok(String::new()))?;
        store.record(1, &found("b.js"), || Ok(String::new()))?;
        store.commit(|| Ok("{\"tests\":2}".to_owned()), false)?;
        store.record(2, &passed("c.js"), || Ok(String::new()))?;
        drop(store);
        let store = Tests::resume(&path, &identity("1"))?;
        assert_eq!(store.next(), 2);
        assert_eq!(store.totals::<serde_json::Value>()?, serde_json::json!({ "tests": 2 }));
        assert_eq!(store.rows()?, [(0, passed("a.js")), (1, found("b.js"))]);
        assert_eq!(store.with_class()?, [(1, found("b.js"))]);
        assert_eq!(store.kept_of_class("c")?, 1);
        assert_eq!(store.identity("debugger")?.as_deref(), Some("node"));
        Ok(())
    }

    #[test]
    fn a_skipped_number_keeps_its_reason_until_it_is_done() -> Result<(), Box<dyn std::error::Error>>
    {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let skipped = Row::skipped("a.js", "it died".to_owned());
        let mut store = Tests::create(&path, &identity("1"))?;
        store.record(0, &skipped, || Ok(String::new()))?;
        store.record(1, &passed("b.js"), || Ok(String::new()))?;
        store.commit(|| Ok("t".to_owned()), true)?;
        drop(store);
        let mut store = Tests::resume(&path, &identity("1"))?;
        assert_eq!(store.skipped()?, [(0, skipped)]);
        store.record(0, &found("a.js"), || Ok(String::new()))?;
        store.commit(|| Ok("t".to_owned()), true)?;
        drop(store);
        let store = Tests::resume(&path, &identity("1"))?;
        assert_eq!(store.next(), 2);
        assert_eq!(store.skipped()?, []);
        assert_eq!(store.with_class()?, [(0, found("a.js"))]);
        Ok(())
    }

    #[test]
    fn a_kill_loses_what_was_recorded_within_a_second() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let mut store = Tests::create(&path, &identity("1"))?;
        store.record(0, &passed("a.js"), || Ok(String::new()))?;
        std::thread::sleep(std::time::Duration::from_millis(600));
        store.record(1, &passed("b.js"), || Ok(String::new()))?;
        store.record(2, &passed("c.js"), || Ok(String::new()))?;
        // Dropped without an end, as by a kill.
        drop(store);
        assert_eq!(Tests::resume(&path, &identity("1"))?.next(), 2);
        Ok(())
    }

    #[test]
    fn another_batch_and_another_kind_are_refused() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        drop(Tests::create(&path, &identity("1"))?);
        let error = Tests::resume(&path, &identity("2")).err().map(|error| error.to_string());
        assert!(error.is_some_and(|text| text.contains("seed is 1, asked for 2")));
        assert!(matches!(Runs::read(&path), Err(StoreError::OtherVersion { .. })));
        Ok(())
    }

    #[test]
    fn a_file_of_an_older_version_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let old = rusqlite::Connection::open(&path)?;
        old.execute_batch(
            "CREATE TABLE test (number INTEGER PRIMARY KEY); PRAGMA user_version = 2",
        )?;
        drop(old);
        let error = Tests::resume(&path, &identity("1")).err().map(|error| error.to_string());
        let text = error.unwrap_or_default();
        assert!(text.contains("another version of debunk"), "{text}");
        Ok(())
    }

    #[test]
    fn unreadable_totals_are_an_error() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let mut store = Tests::create(&path, &identity("1"))?;
        assert_eq!(store.totals::<u64>()?, 0);
        store.record(0, &passed("a.js"), || Ok("{".to_owned()))?;
        store.commit(|| Ok("{\"tes".to_owned()), true)?;
        drop(store);
        let error = Tests::resume(&path, &identity("1"))?.totals::<u64>().err();
        let text = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(text.starts_with("use the totals in "), "{text}");
        Ok(())
    }

    #[test]
    fn an_unknown_result_is_an_error() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let mut store = Tests::create(&path, &identity("1"))?;
        store.record(0, &passed("a.js"), || Ok(String::new()))?;
        store.journal.connection.execute("UPDATE item SET result = 'odd'", [])?;
        let error = store.rows().err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("\"odd\" is not a result"), "{error}");
        Ok(())
    }

    #[test]
    fn the_same_records_give_the_same_file_however_often_they_are_committed()
    -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let files: Vec<Vec<u8>> =
            [("one", 1_000), ("two", 7)]
                .iter()
                .map(|(name, per_commit)| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
                    let path = folder.path().join(name);
                    let mut store = Tests::create(&path, &identity("1"))?;
                    for number in 0..200 {
                        store.record(number, &passed(&format!("{number}.js")), || {
                            Ok("t".to_owned())
                        })?;
                        if number % per_commit == 0 {
                            store.commit(|| Ok(number.to_string()), false)?;
                        }
                    }
                    store.commit(|| Ok("end".to_owned()), true)?;
                    drop(store);
                    Ok(std::fs::read(path)?)
                })
                .collect::<Result<_, _>>()?;
        assert_eq!(files[0], files[1]);
        Ok(())
    }
}
