//! The file itself: an identity, totals, and numbered records committed in groups.

use rusqlite::{Connection, OptionalExtension};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The limit of records that are committed together.
const RECORDS_PER_COMMIT: u64 = 64;
/// No record waits longer than this for the next one before it is committed with it: a kill loses
/// the work of this time.
const COMMIT_INTERVAL_MS: u64 = 500;
/// The suffix of a file name while the file is being rewritten.
const UNFINISHED: &str = ".tmp";

const SCHEMA: &str = "
CREATE TABLE campaign (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE item (
  number INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  actions INTEGER NOT NULL,
  result TEXT NOT NULL,
  class TEXT,
  detail TEXT,
  folder TEXT
);
CREATE INDEX item_class ON item (class);
";

/// Why the state of a batch cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite or the file system refused.
    #[error("{doing} {path}: {error}")]
    Sql {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: rusqlite::Error,
    },
    /// The totals cannot be written or read.
    #[error("use the totals in {path}: {error}; give another folder to begin anew")]
    Totals {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        error: serde_json::Error,
    },
    /// The finished file cannot be put in its place.
    #[error("finish {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The file belongs to another campaign.
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
        /// Requested.
        ours: String,
    },
    /// The file is of another kind or of another version.
    #[error(
        "open {path}: another version of debunk wrote it, or another command; use that one, or give \
         another folder"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
    },
}

/// What must be the same for a campaign to be resumed, in the order in which it is reported.
pub type Identity = Vec<(String, String)>;

/// An open file.
pub(crate) struct Journal {
    pub connection: Connection,
    path: PathBuf,
    next: u64,
    uncommitted: u64,
    last_commit: Instant,
    totals: String,
}

impl Journal {
    pub fn sql(&self, doing: &'static str) -> impl FnOnce(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.clone();
        move |error| StoreError::Sql { doing, path, error }
    }

    pub fn create(path: &Path, version: i64, identity: &Identity) -> Result<Self, StoreError> {
        let journal = Self::open(path)?;
        let error = journal.sql("create");
        journal.begin(version, identity).map_err(error)?;
        Ok(journal)
    }

    pub fn resume(path: &Path, version: i64, identity: &Identity) -> Result<Self, StoreError> {
        let journal = Self::read(path, version)?;
        for (what, ours) in identity {
            let theirs = journal.value(what).map_err(journal.sql("read"))?.unwrap_or_default();
            if theirs != *ours {
                return Err(StoreError::OtherCampaign {
                    path: path.to_owned(),
                    what: what.clone(),
                    theirs,
                    ours: ours.clone(),
                });
            }
        }
        let error = journal.sql("open");
        journal.connection.execute_batch("BEGIN").map_err(error)?;
        Ok(journal)
    }

    /// Opens a file of that version, whatever its identity.
    pub fn read(path: &Path, version: i64) -> Result<Self, StoreError> {
        let mut journal = Self::open(path)?;
        let actual = journal.version().map_err(journal.sql("read"))?;
        if actual != version {
            return Err(StoreError::OtherVersion { path: path.to_owned() });
        }
        journal.totals = journal.value("totals").map_err(journal.sql("read"))?.unwrap_or_default();
        journal.next = journal.count().map_err(journal.sql("read"))?;
        Ok(journal)
    }

    fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |error| StoreError::Sql { doing: "open", path: path.to_owned(), error };
        let connection = Connection::open(path).map_err(failed)?;
        // The file is also rebuilt from its journal after a crash of the machine.
        connection.pragma_update(None, "journal_mode", "TRUNCATE").map_err(failed)?;
        let (path, totals) = (path.to_owned(), String::new());
        let last_commit = Instant::now();
        Ok(Self { connection, path, next: 0, uncommitted: 0, last_commit, totals })
    }

    fn begin(&self, version: i64, identity: &Identity) -> Result<(), rusqlite::Error> {
        self.connection.execute_batch(SCHEMA)?;
        self.connection.pragma_update(None, "user_version", version)?;
        for (key, value) in identity {
            self.set(key, value)?;
        }
        self.connection.execute_batch("BEGIN")
    }

    fn version(&self) -> Result<i64, rusqlite::Error> {
        self.connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    }

    fn count(&self) -> Result<u64, rusqlite::Error> {
        let sql = "SELECT count(*) FROM item";
        let count: i64 = self.connection.query_row(sql, [], |row| row.get(0))?;
        Ok(count as u64)
    }

    pub fn value(&self, key: &str) -> Result<Option<String>, rusqlite::Error> {
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

    /// The number of the next record.
    pub fn next(&self) -> u64 {
        self.next
    }

    pub fn totals(&self) -> &str {
        &self.totals
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Counts a record that was inserted or replaced, and commits when it is time.
    pub fn recorded(
        &mut self,
        number: u64,
        totals: impl FnOnce() -> serde_json::Result<String>,
    ) -> Result<(), StoreError> {
        self.next = self.next.max(number + 1);
        self.uncommitted += 1;
        let is_due = self.last_commit.elapsed() >= Duration::from_millis(COMMIT_INTERVAL_MS);
        if is_due || self.uncommitted >= RECORDS_PER_COMMIT {
            let totals = self.totals_of(totals)?;
            self.commit(&totals)?;
        }
        Ok(())
    }

    /// The totals as text.
    pub fn totals_of(
        &self,
        totals: impl FnOnce() -> serde_json::Result<String>,
    ) -> Result<String, StoreError> {
        totals().map_err(|error| StoreError::Totals { path: self.path.clone(), error })
    }

    pub fn commit(&mut self, totals: &str) -> Result<(), StoreError> {
        let error = self.sql("write");
        self.totals = totals.to_owned();
        self.set("totals", totals)
            .and_then(|()| self.connection.execute_batch("COMMIT; BEGIN"))
            .map_err(error)?;
        self.uncommitted = 0;
        self.last_commit = Instant::now();
        Ok(())
    }

    /// Commits, and rewrites the file: how often it was committed depends on the clock and shows in
    /// the file, what was recorded does not.
    pub fn finish(&mut self, totals: &str) -> Result<(), StoreError> {
        self.commit(totals)?;
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(UNFINISHED);
        let unfinished = self.path.with_file_name(name);
        // The remains of an earlier attempt are useless.
        let _ = fs::remove_file(&unfinished);
        let error = self.sql("write");
        self.connection
            .execute_batch("COMMIT")
            .and_then(|()| {
                let sql = "VACUUM INTO ?1";
                self.connection.execute(sql, [unfinished.to_string_lossy()]).map(drop)
            })
            .map_err(error)?;
        let failed = |error| StoreError::File { path: unfinished.clone(), error };
        File::open(&unfinished).and_then(|file| file.sync_all()).map_err(failed)?;
        fs::rename(&unfinished, &self.path).map_err(failed)?;
        self.connection = Self::open(&self.path)?.connection;
        let error = self.sql("open");
        self.connection.execute_batch("BEGIN").map_err(error)
    }
}
