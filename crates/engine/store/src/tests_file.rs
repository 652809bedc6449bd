//! The file of a campaign: one row per test.

use crate::journal::{Identity, Journal, Kind, StoreError};
use rusqlite::params;
use serde::{Deserialize, Serialize};
use std::path::Path;

const KIND: Kind = Kind {
    schema: "
CREATE TABLE test (
  number INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  result TEXT NOT NULL,
  reason TEXT
);
CREATE TABLE finding (
  test INTEGER PRIMARY KEY REFERENCES test (number),
  class TEXT NOT NULL,
  detail TEXT NOT NULL,
  folder TEXT
);
CREATE INDEX finding_class ON finding (class);
",
    version: 2,
    records: "test",
};

/// A finding's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRow {
    /// Its class.
    pub class: String,
    /// The contradiction in words.
    pub detail: String,
    /// Its folder, if it has one.
    pub folder: Option<String>,
}

/// A test's row.
#[derive(Clone, Copy, Debug, Default)]
pub struct TestRow<'row> {
    /// The program's name.
    pub program: &'row str,
    /// `passed`, `found` or `skipped`.
    pub result: &'row str,
    /// Why it was skipped.
    pub reason: Option<&'row str>,
    /// What was found.
    pub finding: Option<&'row FindingRow>,
}

/// The state of one campaign.
pub struct Store {
    journal: Journal,
}

impl Store {
    /// Begins a new campaign in a new file.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::create(path, &KIND, identity)? })
    }

    /// Resumes a campaign.
    ///
    /// # Errors
    /// If the file is not that campaign's.
    pub fn resume(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::resume(path, &KIND, identity)? })
    }

    /// Opens the file of any campaign for inspection.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::read(path, &KIND)? })
    }

    /// The number of the next test to record.
    pub fn next_test(&self) -> u64 {
        self.journal.next()
    }

    /// The totals as they were last recorded, empty at first.
    pub fn totals(&self) -> &str {
        self.journal.totals()
    }

    /// Records the next test; `totals` gives the sums up to it if they are to be kept.
    ///
    /// # Errors
    /// If the file cannot be written, for example because the disk is full.
    pub fn record(
        &mut self,
        test: &TestRow<'_>,
        totals: impl FnOnce() -> String,
    ) -> Result<(), StoreError> {
        self.insert(self.journal.next(), test).map_err(self.journal.sql("write"))?;
        self.journal.recorded(totals)
    }

    /// Records a previously skipped test once more.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn replace(
        &mut self,
        number: u64,
        test: &TestRow<'_>,
        totals: impl FnOnce() -> String,
    ) -> Result<(), StoreError> {
        self.insert(number, test).map_err(self.journal.sql("write"))?;
        self.journal.changed(totals)
    }

    fn insert(&self, number: u64, test: &TestRow<'_>) -> Result<(), rusqlite::Error> {
        let (number, connection) = (number as i64, &self.journal.connection);
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO test (number, program, result, reason) \
                 VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![number, test.program, test.result, test.reason])?;
        if let Some(row) = test.finding {
            connection
                .prepare_cached(
                    "INSERT INTO finding (test, class, detail, folder) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![number, row.class, row.detail, row.folder])?;
        }
        Ok(())
    }

    /// The tests that could not be run: number, program and reason.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn skipped(&self) -> Result<Vec<(u64, String, String)>, StoreError> {
        let read = || -> Result<Vec<(u64, String, String)>, rusqlite::Error> {
            let mut statement = self.journal.connection.prepare(
                "SELECT number, program, reason FROM test WHERE result = 'skipped' ORDER BY number",
            )?;
            let rows = statement.query_map([], |row| {
                let number: i64 = row.get(0)?;
                let reason: Option<String> = row.get(2)?;
                Ok((number as u64, row.get(1)?, reason.unwrap_or_default()))
            })?;
            rows.collect()
        };
        read().map_err(self.journal.sql("read"))
    }

    /// Makes everything recorded so far permanent.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn commit(&mut self, totals: &str) -> Result<(), StoreError> {
        self.journal.commit(totals)
    }

    /// The campaign is done: commits, and leaves a file that depends only on what was recorded.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&mut self, totals: &str) -> Result<(), StoreError> {
        self.journal.finish(totals)
    }

    /// How many findings of a class have a folder.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn kept_of_class(&self, class: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM finding WHERE class = ?1 AND folder IS NOT NULL";
        let count: i64 = self
            .journal
            .connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row([class], |row| row.get(0)))
            .map_err(self.journal.sql("read"))?;
        Ok(count as u64)
    }

    /// Every finding in the order of tests.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn findings(&self) -> Result<Vec<(u64, FindingRow)>, StoreError> {
        let read = || -> Result<Vec<(u64, FindingRow)>, rusqlite::Error> {
            let mut statement = self
                .journal
                .connection
                .prepare("SELECT test, class, detail, folder FROM finding ORDER BY test")?;
            let rows = statement.query_map([], |row| {
                let test: i64 = row.get(0)?;
                let finding =
                    FindingRow { class: row.get(1)?, detail: row.get(2)?, folder: row.get(3)? };
                Ok((test as u64, finding))
            })?;
            rows.collect()
        };
        read().map_err(self.journal.sql("read"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(seed: &str) -> Identity {
        vec![("debugger".to_owned(), "node".to_owned()), ("seed".to_owned(), seed.to_owned())]
    }

    fn test<'row>(program: &'row str, result: &'row str) -> TestRow<'row> {
        TestRow { program, result, ..TestRow::default() }
    }

    #[test]
    fn a_campaign_goes_on_where_it_was_committed() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let row = FindingRow { class: "c".into(), detail: "d".into(), folder: Some("f".into()) };
        let mut store = Store::create(&path, &identity("1"))?;
        store.record(&test("a.js", "passed"), String::new)?;
        store.record(&TestRow { finding: Some(&row), ..test("b.js", "found") }, String::new)?;
        store.commit("{\"tests\":2}")?;
        store.record(&test("c.js", "passed"), String::new)?;
        drop(store);
        let store = Store::resume(&path, &identity("1"))?;
        assert_eq!(store.next_test(), 2);
        assert_eq!(store.totals(), "{\"tests\":2}");
        assert_eq!(store.findings()?, [(1, row)]);
        assert_eq!(store.kept_of_class("c")?, 1);
        Ok(())
    }

    #[test]
    fn a_skipped_test_keeps_its_reason_until_it_is_done() -> Result<(), Box<dyn std::error::Error>>
    {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let row = FindingRow { class: "c".into(), detail: "d".into(), folder: None };
        let mut store = Store::create(&path, &identity("1"))?;
        store
            .record(&TestRow { reason: Some("it died"), ..test("a.js", "skipped") }, String::new)?;
        store.record(&test("b.js", "passed"), String::new)?;
        store.finish("t")?;
        drop(store);
        let mut store = Store::resume(&path, &identity("1"))?;
        assert_eq!(store.skipped()?, [(0, "a.js".to_owned(), "it died".to_owned())]);
        let found = TestRow { finding: Some(&row), ..test("a.js", "found") };
        store.replace(0, &found, String::new)?;
        store.finish("t")?;
        drop(store);
        let store = Store::resume(&path, &identity("1"))?;
        assert_eq!(store.next_test(), 2);
        assert_eq!(store.skipped()?, []);
        assert_eq!(store.findings()?, [(0, row)]);
        Ok(())
    }

    #[test]
    fn a_kill_loses_what_was_recorded_within_a_second() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let mut store = Store::create(&path, &identity("1"))?;
        store.record(&test("a.js", "passed"), String::new)?;
        std::thread::sleep(std::time::Duration::from_millis(600));
        store.record(&test("b.js", "passed"), String::new)?;
        store.record(&test("c.js", "passed"), String::new)?;
        // Dropped without an end, as by a kill.
        drop(store);
        assert_eq!(Store::resume(&path, &identity("1"))?.next_test(), 2);
        Ok(())
    }

    #[test]
    fn another_campaign_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        drop(Store::create(&path, &identity("1"))?);
        let error = Store::resume(&path, &identity("2")).err().map(|error| error.to_string());
        assert!(error.is_some_and(|text| text.contains("seed is 1, asked for 2")));
        Ok(())
    }

    #[test]
    fn the_same_records_give_the_same_file_however_often_they_are_committed()
    -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let files: Vec<Vec<u8>> = [("one", 1_000), ("two", 7)]
            .iter()
            .map(|(name, per_commit)| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
                let path = folder.path().join(name);
                let mut store = Store::create(&path, &identity("1"))?;
                for number in 0..200 {
                    store.record(&test(&format!("{number}.js"), "passed"), || "t".to_owned())?;
                    if number % per_commit == 0 {
                        store.commit(&number.to_string())?;
                    }
                }
                store.finish("end")?;
                drop(store);
                Ok(std::fs::read(path)?)
            })
            .collect::<Result<_, _>>()?;
        assert_eq!(files[0], files[1]);
        Ok(())
    }
}
