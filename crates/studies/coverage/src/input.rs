//! Opens a file, unpacks it if necessary, and lets readers peek at its beginning.

use crate::CoverageError;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

const BUFFER_BYTES: usize = 256 * 1024;
const GZIP_MARK: [u8; 2] = [0x1f, 0x8b];

/// The unpacked content of a file, with a peek at the first bytes.
pub(crate) struct Input {
    reader: Box<dyn BufRead>,
}

impl Input {
    pub fn open(path: &Path) -> Result<Self, CoverageError> {
        let failed = |reason| CoverageError::Read { path: path.to_owned(), reason };
        let mut plain = BufReader::with_capacity(BUFFER_BYTES, File::open(path).map_err(failed)?);
        let is_packed = plain.fill_buf().map_err(failed)?.starts_with(&GZIP_MARK);
        let reader: Box<dyn BufRead> = if is_packed {
            Box::new(BufReader::with_capacity(BUFFER_BYTES, MultiGzDecoder::new(plain)))
        } else {
            Box::new(plain)
        };
        Ok(Self { reader })
    }

    /// The first bytes, at least one unless the file is empty.
    pub fn beginning(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
    }
}
