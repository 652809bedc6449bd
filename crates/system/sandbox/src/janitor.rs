//! Runs the small process that cleans up if debunk no longer can.

use std::io::{self, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::sys;

/// What the janitor does: it learns of process groups through its input, and acts when that ends.
///
/// It reads a pipe and not a file, because the very programs in that list could change a file in
/// the folder. A dying process may still create files while the folder is being removed, so the
/// removal is tried more than once. If another folder has taken its place by then, the janitor
/// leaves it alone.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
groups=' '
while read -r line; do
    group=${line#?}
    case $line in
    +*) groups="$groups$group " ;;
    -*) case $groups in
        *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
        esac ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
tries=0
[ ! -L "$1" ] && [ "$(stat -c %d:%i -- "$1")" = "$2" ] || exit 0
while [ -e "$1" ] && [ "$tries" -lt 20 ]; do
    chmod -R u+rwx -- "$1"
    rm -rf -- "$1"
    tries=$((tries + 1))
    [ -e "$1" ] && sleep 0.1
done
"#;

/// On every system, one of these contains the tools that the script needs.
const SCRIPT_PATH: &str = "/usr/bin:/bin";

/// A shell in its own session that outlives debunk just long enough to clean up.
#[derive(Debug)]
pub(crate) struct Janitor {
    process: Child,
}

impl Janitor {
    /// Starts a janitor that will remove `folder`, identified by its device and inode number.
    pub(crate) fn start(folder: &Path, identity: (u64, u64)) -> io::Result<Janitor> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "debunk-janitor"]).arg(folder);
        command.arg(format!("{}:{}", identity.0, identity.1));
        command.env_clear().env("PATH", SCRIPT_PATH).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // SAFETY: the closure only makes system calls, which is allowed between fork and exec.
        unsafe { command.pre_exec(detach) };
        Ok(Janitor { process: command.spawn()? })
    }

    /// The descriptor to which a child writes the line `+<its process group>`.
    pub(crate) fn raw_fd(&self) -> Option<RawFd> {
        self.process.stdin.as_ref().map(AsRawFd::as_raw_fd)
    }

    /// Takes a process group off the list, because its ID may be reused from now on.
    pub(crate) fn forget(&self, group: libc::pid_t) {
        if let Some(mut stdin) = self.process.stdin.as_ref() {
            // The write can only fail if the janitor was killed, and then there is no list.
            let _ = stdin.write_all(format!("-{group}\n").as_bytes());
        }
    }
}

impl Drop for Janitor {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        // Waiting leaves no zombie behind; an error means that somebody else has waited.
        let _ = self.process.wait();
    }
}

/// Keeps terminal signals and unrelated file descriptors away from the janitor.
fn detach() -> io::Result<()> {
    // SAFETY: the call takes no arguments.
    sys::check(unsafe { libc::setsid() })?;
    sys::close_on_exec_from(3);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    fn identity_of(folder: &Path) -> (u64, u64) {
        let data = std::fs::symlink_metadata(folder).expect("a folder");
        (data.dev(), data.ino())
    }

    #[test]
    fn leaves_another_folder_of_the_same_name_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("own");
        std::fs::create_dir(&own).expect("a folder");
        let janitor = Janitor::start(&own, identity_of(&own)).expect("a janitor");
        std::fs::rename(&own, folder.path().join("moved")).expect("room beside it");
        std::fs::create_dir(&own).expect("a folder of somebody else");
        drop(janitor);
        assert!(own.exists() && folder.path().join("moved").exists());
    }

    fn sleeper() -> Child {
        Command::new("sleep").arg("1000").process_group(0).spawn().expect("a process")
    }

    #[test]
    fn kills_the_groups_it_knows_and_no_forgotten_one() {
        let folder = tempfile::tempdir().expect("a folder").keep();
        let mut groups = [sleeper(), sleeper(), sleeper()];
        let janitor = Janitor::start(&folder, identity_of(&folder)).expect("a janitor");
        for group in &groups {
            let line = format!("+{}\n", group.id());
            let mut stdin = janitor.process.stdin.as_ref().expect("its input");
            stdin.write_all(line.as_bytes()).expect("room in the pipe");
        }
        janitor.forget(groups[1].id() as libc::pid_t);
        drop(janitor);

        assert!(!folder.exists());
        assert!(!groups[0].wait().expect("the end").success());
        assert!(!groups[2].wait().expect("the end").success());
        assert!(groups[1].try_wait().expect("an answer").is_none(), "it was forgotten");
        groups[1].kill().expect("the test cleans up");
        groups[1].wait().expect("the end");
    }
}
