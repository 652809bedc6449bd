//! Results and resumable state of a campaign, in one SQLite file. All SQL lives here.
//!
//! Tests are recorded in the order of their numbers and committed in groups of fixed size,
//! without times, so that the same campaign gives the same file.

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const SCHEMA_VERSION: i64 = 1;
/// So many tests are committed together.
const TESTS_PER_COMMIT: u64 = 64;

const SCHEMA: &str = "
CREATE TABLE campaign (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
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
";

/// Why a campaign's state cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite or the file system said no.
    #[error("{doing} {path}: {error}")]
    Sql {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: rusqlite::Error,
    },
    /// The file is another campaign's.
    #[error(
        "resume {path}: it is another campaign ({what} is {theirs}, asked for {ours}); \
         give the same options or another --out"
    )]
    OtherCampaign {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// In the file.
        theirs: String,
        /// Asked for.
        ours: String,
    },
    /// The file is not a campaign of this version.
    #[error("resume {path}: it was not written by this version of debunk")]
    OtherVersion {
        /// The file.
        path: PathBuf,
    },
}

/// What must be the same for a campaign to be resumed, in the order in which it is told.
pub type Identity = Vec<(String, String)>;

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
    connection: Connection,
    path: PathBuf,
    next_test: u64,
    uncommitted: u64,
    totals: String,
}

impl Store {
    fn sql(&self, doing: &'static str) -> impl FnOnce(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.clone();
        move |error| StoreError::Sql { doing, path, error }
    }

    /// Begins a new campaign in a new file.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        let mut store = Self::open(path)?;
        let error = store.sql("create");
        store.begin(identity).map_err(error)?;
        Ok(store)
    }

    /// Goes on with a campaign.
    ///
    /// # Errors
    /// When the file is not that campaign's.
    pub fn resume(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        let mut store = Self::open(path)?;
        let version = store.version().map_err(store.sql("read"))?;
        if version != SCHEMA_VERSION {
            return Err(StoreError::OtherVersion { path: path.to_owned() });
        }
        for (what, ours) in identity {
            let theirs = store.value(what).map_err(store.sql("read"))?.unwrap_or_default();
            if theirs != *ours {
                return Err(StoreError::OtherCampaign {
                    path: path.to_owned(),
                    what: what.clone(),
                    theirs,
                    ours: ours.clone(),
                });
            }
        }
        store.totals = store.value("totals").map_err(store.sql("read"))?.unwrap_or_default();
        let error = store.sql("read");
        store.next_test = store.count_tests().map_err(error)?;
        let error = store.sql("open");
        store.connection.execute_batch("BEGIN").map_err(error)?;
        Ok(store)
    }

    fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |error| StoreError::Sql { doing: "open", path: path.to_owned(), error };
        let connection = Connection::open(path).map_err(failed)?;
        // The file is rebuilt from its journal after a crash of the machine too.
        connection.pragma_update(None, "journal_mode", "TRUNCATE").map_err(failed)?;
        Ok(Self {
            connection,
            path: path.to_owned(),
            next_test: 0,
            uncommitted: 0,
            totals: String::new(),
        })
    }

    fn begin(&mut self, identity: &Identity) -> Result<(), rusqlite::Error> {
        self.connection.execute_batch(SCHEMA)?;
        self.connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        for (key, value) in identity {
            self.set(key, value)?;
        }
        self.connection.execute_batch("BEGIN")
    }

    fn version(&self) -> Result<i64, rusqlite::Error> {
        self.connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    }

    fn count_tests(&self) -> Result<u64, rusqlite::Error> {
        let count: i64 =
            self.connection.query_row("SELECT count(*) FROM test", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    fn value(&self, key: &str) -> Result<Option<String>, rusqlite::Error> {
        self.connection
            .query_row("SELECT value FROM campaign WHERE key = ?1", [key], |row| row.get(0))
            .optional()
    }

    fn set(&self, key: &str, value: &str) -> Result<(), rusqlite::Error> {
        self.connection
            .prepare_cached("INSERT OR REPLACE INTO campaign (key, value) VALUES (?1, ?2)")?
            .execute([key, value])
            .map(drop)
    }

    /// The number of the next test to be recorded.
    pub fn next_test(&self) -> u64 {
        self.next_test
    }

    /// The totals as they were last recorded, empty at first.
    pub fn totals(&self) -> &str {
        &self.totals
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
        self.insert(program, result, finding).map_err(self.sql("write"))?;
        self.next_test += 1;
        self.uncommitted += 1;
        if self.uncommitted >= TESTS_PER_COMMIT {
            self.commit(&totals())?;
        }
        Ok(())
    }

    fn insert(
        &self,
        program: &str,
        result: &str,
        finding: Option<&FindingRow>,
    ) -> Result<(), rusqlite::Error> {
        let number = self.next_test as i64;
        self.connection
            .prepare_cached("INSERT INTO test (number, program, result) VALUES (?1, ?2, ?3)")?
            .execute(params![number, program, result])?;
        if let Some(row) = finding {
            self.connection
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
        let error = self.sql("write");
        self.totals = totals.to_owned();
        self.set("totals", totals)
            .and_then(|()| self.connection.execute_batch("COMMIT; BEGIN"))
            .map_err(error)?;
        self.uncommitted = 0;
        Ok(())
    }

    /// How many findings of a class have a folder.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn kept_of_class(&self, class: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM finding WHERE class = ?1 AND folder IS NOT NULL";
        let count: i64 = self
            .connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row([class], |row| row.get(0)))
            .map_err(self.sql("read"))?;
        Ok(count as u64)
    }

    /// Every finding in the order of tests.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn findings(&self) -> Result<Vec<(u64, FindingRow)>, StoreError> {
        let read = || -> Result<Vec<(u64, FindingRow)>, rusqlite::Error> {
            let mut statement = self
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
        read().map_err(self.sql("read"))
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
