//! The marker file: the only way in which debunk recognises a folder as its own.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// The name of the marker. Its owner keeps it locked for as long as it lives.
pub(crate) const MARKER_NAME: &str = ".debunk-private-folder";
/// The first line: nobody writes this by accident.
const FORMAT: &str = "debunk private folder, format 1; removed when its owner has ended";
/// A marker is five short lines and a path.
const SIZE_LIMIT_BYTES: u64 = 8 * 1024;
const PRIVATE_MODE: u32 = 0o600;
const MODE_BITS: u32 = 0o777;

/// What a marker says about its owner and its folder.
///
/// The marker names the folder by its path and its inode number: a copied or renamed folder is no
/// longer debunk's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    pid: libc::pid_t,
    /// When the owner started, in ticks since boot.
    started: u64,
    /// Which boot of the machine that was.
    boot: String,
    device: u64,
    inode: u64,
    path: Vec<u8>,
}

impl Marker {
    /// Writes a locked marker into a folder that this process has just created.
    pub(crate) fn write(folder: &Path) -> io::Result<File> {
        let data = fs::symlink_metadata(folder)?;
        let pid = std::process::id().cast_signed();
        let marker = Marker {
            pid,
            started: start_of(pid).unwrap_or(0),
            boot: boot(),
            device: data.dev(),
            inode: data.ino(),
            path: folder.as_os_str().as_bytes().to_vec(),
        };
        let mut options = OpenOptions::new();
        let mut file = options
            .write(true)
            .create_new(true)
            .mode(PRIVATE_MODE)
            .custom_flags(libc::O_NOFOLLOW)
            .open(folder.join(MARKER_NAME))?;
        file.try_lock()?;
        file.write_all(&marker.text())?;
        Ok(file)
    }

    /// Reads the marker of a folder, if it is complete and the current user wrote it for exactly
    /// this folder. Returns the open file too, for locking.
    pub(crate) fn read(folder: &Path) -> Option<(Marker, File)> {
        let data = fs::symlink_metadata(folder).ok()?;
        if !data.is_dir() || !is_private(&data) {
            return None;
        }
        let mut options = OpenOptions::new();
        let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
        let mut file =
            options.read(true).custom_flags(flags).open(folder.join(MARKER_NAME)).ok()?;
        let own = file.metadata().ok()?;
        if !own.is_file() || !is_private(&own) || own.nlink() != 1 {
            return None;
        }
        let mut text = Vec::new();
        (&mut file).take(SIZE_LIMIT_BYTES).read_to_end(&mut text).ok()?;
        let marker = Marker::parse(&text)?;
        let is_for_it = (marker.device, marker.inode) == (data.dev(), data.ino())
            && marker.path == folder.as_os_str().as_bytes();
        is_for_it.then_some((marker, file))
    }

    /// Whether the process that wrote the marker still runs.
    pub(crate) fn owner_lives(&self) -> bool {
        // A process with that ID but another start time is another process.
        self.boot == boot() && start_of(self.pid) == Some(self.started)
    }

    /// The process that wrote it.
    pub(crate) fn pid(&self) -> libc::pid_t {
        self.pid
    }

    fn text(&self) -> Vec<u8> {
        let Marker { pid, started, boot, device, inode, path } = self;
        let mut text = format!(
            "{FORMAT}\npid {pid}\nstarted {started}\nboot {boot}\nfolder {device} {inode} {}\n",
            path.len()
        )
        .into_bytes();
        text.extend_from_slice(path);
        text.push(b'\n');
        text
    }

    /// The marker with exactly this text.
    fn parse(text: &[u8]) -> Option<Marker> {
        let mut lines = text.splitn(6, |byte| *byte == b'\n');
        let mut line = || std::str::from_utf8(lines.next()?).ok();
        let _ = line().filter(|first| *first == FORMAT)?;
        let pid = line()?.strip_prefix("pid ")?.parse().ok().filter(|pid| *pid > 0)?;
        let started = line()?.strip_prefix("started ")?.parse().ok()?;
        let boot = line()?.strip_prefix("boot ")?.to_owned();
        let mut folder = line()?.strip_prefix("folder ")?.split(' ');
        let device = folder.next()?.parse().ok()?;
        let inode = folder.next()?.parse().ok()?;
        let length: usize = folder.next()?.parse().ok()?;
        let path = lines.next()?.get(..length)?.to_vec();
        let marker = Marker { pid, started, boot, device, inode, path };
        // Nothing is missing, added or written differently.
        (marker.text() == text).then_some(marker)
    }
}

/// Whether the current user owns it and no other user can change it.
fn is_private(data: &Metadata) -> bool {
    // SAFETY: the call takes no arguments and cannot fail.
    let user = unsafe { libc::geteuid() };
    data.uid() == user && data.mode() & MODE_BITS & !0o700 == 0
}

/// Identifies this boot of the machine.
fn boot() -> String {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    text.trim().to_owned()
}

/// When a process started, in ticks since boot; `None` if there is no such process.
fn start_of(pid: libc::pid_t) -> Option<u64> {
    // The program name comes before the last bracket and may contain anything.
    const FIELDS_AFTER_NAME: usize = 19;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(FIELDS_AFTER_NAME)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker() -> Marker {
        Marker {
            pid: 17,
            started: 4711,
            boot: "b".to_owned(),
            device: 1,
            inode: 2,
            path: b"/tmp/a\nb".to_vec(),
        }
    }

    #[test]
    fn a_marker_is_read_as_it_was_written() {
        assert_eq!(Marker::parse(&marker().text()), Some(marker()));
    }

    #[test]
    fn nothing_that_differs_in_a_byte_is_a_marker() {
        let text = marker().text();
        for position in 0..text.len() {
            let mut other = text.clone();
            other.remove(position);
            let parsed = Marker::parse(&other);
            assert!(parsed.is_none_or(|parsed| parsed != marker()), "without byte {position}");
        }
        for text in ["", "debunk\n", "17\n", FORMAT] {
            assert_eq!(Marker::parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Marker::parse(&[text.as_slice(), b"x"].concat()), None);
    }

    #[test]
    fn an_owner_is_its_number_and_its_start() {
        let own = std::process::id().cast_signed();
        let living =
            Marker { pid: own, started: start_of(own).expect("a start"), boot: boot(), ..marker() };
        assert!(living.owner_lives());
        assert!(!Marker { started: living.started + 1, ..living.clone() }.owner_lives());
        assert!(!Marker { boot: "another".to_owned(), ..living }.owner_lives());
    }
}
