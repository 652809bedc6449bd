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
  result TEXT NOT NULL
);
CREATE TABLE finding (
  test INTEGER PRIMARY KEY REFERENCES test (number),
  class TEXT NOT NULL,
  detail TEXT NOT NULL,
  folder TEXT
);
CREATE INDEX finding_class ON finding (class);
",
    version: 1,
    records: "test",
};

/// A finding's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRow {
    /// Its class.
    pub class: String,
    /// The contradiction in words.
    pub detail: String,
    /// Its folder, when it has one.
    pub folder: Option<String>,
}

/// The state of one campaign.
pub struct Store {
    journal: Journal,
}

impl Store {
    /// Begins a new campaign in a new file.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::create(path, &KIND, identity)? })
    }

    /// Goes on with a campaign.
    ///
    /// # Errors
    /// When the file is not that campaign's.
    pub fn resume(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::resume(path, &KIND, identity)? })
    }

    /// Opens the file of any campaign, to look at it.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::read(path, &KIND)? })
    }

    /// The number of the next test to be recorded.
    pub fn next_test(&self) -> u64 {
        self.journal.next()
    }

    /// The totals as they were last recorded, empty at first.
    pub fn totals(&self) -> &str {
        self.journal.totals()
    }

    /// Records the next test; `totals` gives the sums up to it when they are to be kept.
    ///
    /// # Errors
    /// When the file cannot be written, for example because the disk is full.
    pub fn record(
        &mut self,
        program: &str,
        result: &str,
        finding: Option<&FindingRow>,
        totals: impl FnOnce() -> String,
    ) -> Result<(), StoreError> {
        self.insert(program, result, finding).map_err(self.journal.sql("write"))?;
        self.journal.recorded(totals)
    }

    fn insert(
        &self,
        program: &str,
        result: &str,
        finding: Option<&FindingRow>,
    ) -> Result<(), rusqlite::Error> {
        let (number, connection) = (self.journal.next() as i64, &self.journal.connection);
        connection
            .prepare_cached("INSERT INTO test (number, program, result) VALUES (?1, ?2, ?3)")?
            .execute(params![number, program, result])?;
        if let Some(row) = finding {
            connection
                .prepare_cached(
                    "INSERT INTO finding (test, class, detail, folder) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![number, row.class, row.detail, row.folder])?;
        }
        Ok(())
    }

    /// Makes everything recorded so far permanent.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn commit(&mut self, totals: &str) -> Result<(), StoreError> {
        self.journal.commit(totals)
    }

    /// How many findings of a class have a folder.
    ///
    /// # Errors
    /// When the file cannot be read.
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
    /// When the file cannot be read.
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

    #[test]
    fn a_campaign_goes_on_where_it_was_committed() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        let row = FindingRow { class: "c".into(), detail: "d".into(), folder: Some("f".into()) };
        let mut store = Store::create(&path, &identity("1"))?;
        store.record("a.js", "passed", None, String::new)?;
        store.record("b.js", "found", Some(&row), String::new)?;
        store.commit("{\"tests\":2}")?;
        store.record("c.js", "passed", None, String::new)?;
        drop(store);
        let store = Store::resume(&path, &identity("1"))?;
        assert_eq!(store.next_test(), 2);
        assert_eq!(store.totals(), "{\"tests\":2}");
        assert_eq!(store.findings()?, [(1, row)]);
        assert_eq!(store.kept_of_class("c")?, 1);
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
    fn the_same_records_give_the_same_file() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let files: Vec<Vec<u8>> = ["one", "two"]
            .iter()
            .map(|name| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
                let path = folder.path().join(name);
                let mut store = Store::create(&path, &identity("1"))?;
                for number in 0..200 {
                    store.record(&format!("{number}.js"), "passed", None, || "t".to_owned())?;
                }
                store.commit("end")?;
                drop(store);
                Ok(std::fs::read(path)?)
            })
            .collect::<Result<_, _>>()?;
        assert_eq!(files[0], files[1]);
        Ok(())
    }
}
