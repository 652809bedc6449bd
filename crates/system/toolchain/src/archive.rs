//! Takes the one binary out of a package, and nothing else.
//!
//! Names inside the package never become names on the disk, so a hostile package cannot write
//! anywhere.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;

use crate::ToolchainError;

/// No debugger is this large; a package that claims so is an attack on the disk.
const BINARY_CAP_BYTES: u64 = 1024 * 1024 * 1024;
const FILE_TYPE_BITS: u32 = 0o170_000;
const PLAIN_FILE_BITS: u32 = 0o100_000;

/// Copies the member called `member` of a gzipped tar file, such as npm makes.
pub(crate) fn unpack_tarball(
    archive: &Path,
    member: &str,
    sink: &mut dyn Write,
) -> Result<(), ToolchainError> {
    let failed = |what: String| ToolchainError::Archive { archive: archive.into(), what };
    let broken = |error: io::Error| failed(error.to_string());
    let file = File::open(archive).map_err(broken)?;
    let mut tarball = tar::Archive::new(GzDecoder::new(BufReader::new(file)));
    for entry in tarball.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        if *entry.path_bytes() != *member.as_bytes() {
            continue;
        }
        if !entry.header().entry_type().is_file() {
            return Err(failed(format!("{member} in it is no plain file")));
        }
        return copy_capped(&mut entry, sink).map_err(broken);
    }
    Err(failed(format!("there is no {member} in it")))
}

/// Copies the member whose path ends with `end` out of a zip file, such as pip's wheels are.
pub(crate) fn unpack_wheel(
    archive: &Path,
    end: &str,
    sink: &mut dyn Write,
) -> Result<(), ToolchainError> {
    let failed = |what: String| ToolchainError::Archive { archive: archive.into(), what };
    let broken = |error: io::Error| failed(error.to_string());
    let file = File::open(archive).map_err(broken)?;
    let mut wheel =
        zip::ZipArchive::new(BufReader::new(file)).map_err(|e| failed(e.to_string()))?;
    let is_wanted = |name: &str| name.strip_suffix(end).is_some_and(|head| !head.contains('/'));
    let mut names = wheel.file_names().flatten();
    let name = names.find(|name| is_wanted(name)).map(|name| name.into_owned());
    drop(names);
    let name = name.ok_or_else(|| failed(format!("there is no {end} in it")))?;
    let mut entry = wheel.by_name(&name).map_err(|error| failed(error.to_string()))?;
    let kind = entry.unix_mode().map_or(PLAIN_FILE_BITS, |mode| mode & FILE_TYPE_BITS);
    // Some tools that make wheels leave the kind out.
    if !entry.is_file() || ![0, PLAIN_FILE_BITS].contains(&kind) {
        return Err(failed(format!("{name} in it is no plain file")));
    }
    copy_capped(&mut entry, sink).map_err(broken)
}

fn copy_capped(source: &mut impl Read, sink: &mut dyn Write) -> io::Result<()> {
    let copied = io::copy(&mut source.take(BINARY_CAP_BYTES + 1), sink)?;
    if copied > BINARY_CAP_BYTES {
        return Err(io::Error::other("the binary in it is larger than any debugger"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use tar::{EntryType, Header};

    const MEMBER: &str = "package/bin/node";

    fn tarball(entries: &[(&str, EntryType, &str)]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let gzip = GzEncoder::new(file.reopen().expect("a file"), Compression::fast());
        let mut builder = tar::Builder::new(gzip);
        for (name, kind, content) in entries {
            let mut header = Header::new_gnu();
            header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            header.set_entry_type(*kind);
            header.set_size(content.len() as u64);
            header.set_cksum();
            builder.append(&header, content.as_bytes()).expect("an entry");
        }
        builder.into_inner().and_then(GzEncoder::finish).expect("a tarball");
        file
    }

    fn unpack(entries: &[(&str, EntryType, &str)]) -> Result<String, String> {
        let mut sink = Vec::new();
        unpack_tarball(tarball(entries).path(), MEMBER, &mut sink)
            .map(|()| String::from_utf8_lossy(&sink).into_owned())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn only_the_plain_member_comes_out() {
        let evil = ("../../evil", EntryType::Regular, "evil");
        let good = (MEMBER, EntryType::Regular, "binary");
        assert_eq!(unpack(&[evil, good]).as_deref(), Ok("binary"));
        assert!(unpack(&[evil]).expect_err("nothing").contains("there is no package/bin/node"));
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Fifo, EntryType::Directory] {
            let text = unpack(&[(MEMBER, kind, "")]).expect_err("a refusal");
            assert!(text.contains("is no plain file"), "{text}");
        }
    }

    #[test]
    fn garbage_is_an_error() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "garbage").expect("a file");
        assert!(unpack_tarball(file.path(), MEMBER, &mut Vec::new()).is_err());
        assert!(unpack_wheel(file.path(), MEMBER, &mut Vec::new()).is_err());
    }
}
