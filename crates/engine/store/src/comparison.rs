//! The file of a comparison: one row per run of two debuggers.

use crate::journal::{Identity, Journal, Kind, StoreError};
use rusqlite::params;
use serde::Serialize;
use std::path::Path;

const KIND: Kind = Kind {
    schema: "
CREATE TABLE run (
  number INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  actions INTEGER NOT NULL,
  result TEXT NOT NULL,
  class TEXT,
  detail TEXT,
  folder TEXT
);
CREATE INDEX run_class ON run (class);
",
    version: 101,
    records: "run",
};

/// One run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunRow {
    /// The program's name.
    pub program: String,
    /// Actions performed.
    pub actions: u64,
    /// `same`, `different`, `accepted`, `not-reproduced` or `skipped`.
    pub result: String,
    /// The class of the difference, if there is one.
    pub class: Option<String>,
    /// The difference, or the reason to skip, in words.
    pub detail: Option<String>,
    /// The folder of the difference, if it has one.
    pub folder: Option<String>,
}

/// The state of one comparison.
pub struct ComparisonStore {
    journal: Journal,
}

impl ComparisonStore {
    /// Begins a new comparison in a new file.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::create(path, &KIND, identity)? })
    }

    /// Resumes a comparison.
    ///
    /// # Errors
    /// If the file is not that comparison's.
    pub fn resume(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::resume(path, &KIND, identity)? })
    }

    /// Opens a comparison for inspection.
    ///
    /// # Errors
    /// If the file is not a comparison.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { journal: Journal::read(path, &KIND)? })
    }

    /// The description of the comparison from its start.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn identity(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.journal.value(key).map_err(self.journal.sql("read"))
    }

    /// The number of the next run to record.
    pub fn next_run(&self) -> u64 {
        self.journal.next()
    }

    /// The totals as they were last recorded, empty at first.
    pub fn totals(&self) -> &str {
        self.journal.totals()
    }

    /// Records the next run; `totals` gives the sums up to it if they are to be kept.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn record(
        &mut self,
        row: &RunRow,
        totals: impl FnOnce() -> String,
    ) -> Result<(), StoreError> {
        self.insert(self.journal.next(), row).map_err(self.journal.sql("write"))?;
        self.journal.recorded(totals)
    }

    /// Records a previously skipped run once more.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn replace(
        &mut self,
        number: u64,
        row: &RunRow,
        totals: impl FnOnce() -> String,
    ) -> Result<(), StoreError> {
        self.insert(number, row).map_err(self.journal.sql("write"))?;
        self.journal.changed(totals)
    }

    fn insert(&self, number: u64, row: &RunRow) -> Result<(), rusqlite::Error> {
        let RunRow { program, actions, result, class, detail, folder } = row;
        let number = number as i64;
        self.journal
            .connection
            .prepare_cached(
                "INSERT OR REPLACE INTO run \
                 (number, program, actions, result, class, detail, folder) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![number, program, *actions as i64, result, class, detail, folder])
            .map(drop)
    }

    /// Makes everything recorded so far permanent.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn commit(&mut self, totals: &str) -> Result<(), StoreError> {
        self.journal.commit(totals)
    }

    /// The comparison is done: commits, and leaves a file that depends only on what was recorded.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&mut self, totals: &str) -> Result<(), StoreError> {
        self.journal.finish(totals)
    }

    /// Every run in order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let read = || -> Result<Vec<RunRow>, rusqlite::Error> {
            let mut statement = self.journal.connection.prepare(
                "SELECT program, actions, result, class, detail, folder FROM run ORDER BY number",
            )?;
            let rows = statement.query_map([], |row| {
                let actions: i64 = row.get(1)?;
                Ok(RunRow {
                    program: row.get(0)?,
                    actions: actions as u64,
                    result: row.get(2)?,
                    class: row.get(3)?,
                    detail: row.get(4)?,
                    folder: row.get(5)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(self.journal.sql("read"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn runs_come_back_as_they_were_recorded() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("comparison.sqlite");
        let identity = vec![("a".to_owned(), "node".to_owned())];
        let row = RunRow {
            program: "p.js".to_owned(),
            actions: 7,
            result: "different".to_owned(),
            class: Some("variables/start/Program".to_owned()),
            detail: Some("x".to_owned()),
            folder: None,
        };
        let mut store = ComparisonStore::create(&path, &identity)?;
        store.record(&row, String::new)?;
        store.commit("t")?;
        drop(store);
        let store = ComparisonStore::resume(&path, &identity)?;
        assert_eq!((store.next_run(), store.totals()), (1, "t"));
        assert_eq!(store.runs()?, [row]);
        assert_eq!(store.identity("a")?.as_deref(), Some("node"));
        Ok(())
    }

    #[test]
    fn a_campaign_is_no_comparison() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("campaign.sqlite");
        drop(Store::create(&path, &Vec::new())?);
        assert!(matches!(ComparisonStore::read(&path), Err(StoreError::OtherVersion { .. })));
        Ok(())
    }
}
