//! Checks that private folders are removed: on drop, after `kill -9`, and if they are stale.

mod support;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use debunk_sandbox::{IsolationMode, Spawn, TempArea, read_line_matching};
use support::{PATIENCE, eventually, is_alive};

/// Set for the copy of this test program that plays the killed owner.
const OWNER_VARIABLE: &str = "DEBUNK_TEST_OWNER";
const MARK: &str = "owner says ";
/// The file that makes a folder debunk's own.
const MARKER: &str = ".debunk-private-folder";

#[test]
fn an_area_is_private_and_goes_with_its_last_clone() {
    let area = TempArea::new().expect("an area");
    let path = area.path().to_path_buf();
    let mode = fs::metadata(&path).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    assert!(name.starts_with(&format!("debunk-{}-", std::process::id())), "{name}");

    let folder = area.subfolder("case").expect("a folder");
    let inside = folder.path().to_path_buf();
    assert_ne!(inside, area.subfolder("case").expect("another").path());
    fs::create_dir(inside.join("deep")).expect("a folder in the folder");
    let clone = area.clone();
    drop(area);
    drop(clone);
    assert!(inside.exists(), "the folder keeps its area alive");
    drop(folder);
    assert!(!path.exists());
}

#[test]
fn each_child_has_a_home_that_goes_with_it() {
    let area = TempArea::new().expect("an area");
    let spawn = Spawn::new("/bin/sh").args(["-c", "touch here; pwd; sleep 1000"]).stdout(true);
    let mut child = spawn.spawn(&area).expect("a child");
    let mut stdout = child.take_stdout().expect("its output");
    let deadline = std::time::Instant::now() + PATIENCE;
    let home = read_line_matching(&mut stdout, deadline, |line| Some(line.to_owned()));
    let home = PathBuf::from(home.expect("a line"));
    assert!(home.starts_with(area.path()) && home.join("here").exists());
    drop(child);
    assert!(!home.exists());
}

/// Not a separate test: what the killed owner does, started by the test below.
#[test]
fn owner_in_another_process() {
    if std::env::var_os(OWNER_VARIABLE).is_none() {
        return;
    }
    let area = TempArea::new().expect("an area");
    let start = |mode, script: &str| {
        let spawn = Spawn::new("/bin/sh").args(["-c", script]).isolated_by(mode);
        spawn.stdout(true).spawn(&area).expect("a child")
    };
    let off = IsolationMode::Off;
    let mut child = start(off, "sleep 1000 & echo $!; mkdir locked; chmod 000 locked; echo; wait");
    let mut stdout = child.take_stdout().expect("its output");
    let deadline = std::time::Instant::now() + PATIENCE;
    let mut line = || read_line_matching(&mut stdout, deadline, |line| Some(line.to_owned()));
    let grandchild = line().expect("a line");
    line().expect("the sign that the folder is there");
    let mut reaped = start(off, "exit 0");
    let in_namespaces = start(IsolationMode::Namespaces, "sleep 1000");
    let under_rules = start(IsolationMode::Rules, "sleep 1000");
    reaped.wait_timeout(PATIENCE).expect("the end");
    println!("\n{MARK}{}", area.path().display());
    println!("{MARK}{} {} {}", child.pid(), in_namespaces.pid(), under_rules.pid());
    println!("{MARK}{grandchild}");
    thread::sleep(Duration::from_secs(1000));
}

/// A process that owns an area, and what it printed: the folder, a child, a grandchild.
struct Owner {
    process: std::process::Child,
    said: Vec<String>,
}

fn owner_in(root: &Path) -> Owner {
    let mut process = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "owner_in_another_process", "--nocapture"])
        .env(OWNER_VARIABLE, "1")
        .env("TMPDIR", root)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the owner");
    let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
    let said: Vec<String> = lines
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix(MARK).map(str::to_owned))
        .take(3)
        .collect();
    assert_eq!(said.len(), 3, "{said:?}");
    Owner { process, said }
}

#[test]
fn the_janitor_cleans_up_after_a_killed_owner() {
    let root = tempfile::tempdir().expect("a folder");
    let Owner { process: mut owner, said } = owner_in(root.path());
    let [path, child, grandchild] = said.try_into().expect("three lines");
    let pids = child.split(' ').chain([grandchild.as_str()]);
    let pids: Vec<u32> = pids.map(|pid| pid.parse().expect("a number")).collect();
    assert!(Path::new(&path).exists() && pids.iter().all(|pid| is_alive(*pid)));

    owner.kill().expect("SIGKILL");
    owner.wait().expect("the end");
    eventually("the folder is removed", || !Path::new(&path).exists());
    for pid in pids {
        eventually("all processes are killed", || !is_alive(pid));
    }
}

/// An ID that no process has any more.
fn dead_pid() -> u32 {
    let mut process = Command::new("true").spawn().expect("a process");
    process.wait().expect("its end");
    process.id()
}

/// What a debunk that was killed together with its janitor leaves behind in `root`.
fn left_behind(root: &Path) -> PathBuf {
    let mut owner = owner_in(root);
    let path = PathBuf::from(&owner.said[0]);
    // The janitor is the shell whose argument is the folder.
    let janitors = processes_with(&["debunk-janitor", &owner.said[0]]);
    assert_eq!(janitors.len(), 1, "{janitors:?}");
    // Without a janitor nobody ends what an unisolated child started.
    let grandchild = owner.said[2].trim().parse().expect("a number");
    for pid in janitors.into_iter().chain([grandchild]) {
        // SAFETY: the call takes numbers only.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
    owner.process.kill().expect("SIGKILL");
    owner.process.wait().expect("the end");
    path
}

fn processes_with(words: &[&str]) -> Vec<libc::pid_t> {
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let has_all = |pid: &libc::pid_t| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        words.iter().all(|word| line.split('\0').any(|part| part == *word))
    };
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(has_all).collect()
}

/// Starts another process that makes an area in `root`, as every debunk does on start.
fn sweep(root: &Path) {
    let mut owner = owner_in(root);
    owner.process.kill().expect("SIGKILL");
    owner.process.wait().expect("the end");
    eventually("the janitor cleans up", || !Path::new(&owner.said[0]).exists());
}

#[test]
fn a_new_area_sweeps_what_a_killed_owner_left() {
    let root = tempfile::tempdir().expect("a folder");
    let stale = left_behind(root.path());
    assert!(stale.exists());
    sweep(root.path());
    assert!(!stale.exists(), "nobody holds it");
    assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 0);
}

#[test]
fn a_folder_that_somebody_still_holds_is_left_alone() {
    let root = tempfile::tempdir().expect("a folder");
    let mut living = owner_in(root.path());
    let locked = left_behind(root.path());
    let marker = File::open(locked.join(MARKER)).expect("a marker");
    marker.lock().expect("the lock");
    sweep(root.path());
    assert!(Path::new(&living.said[0]).exists(), "its owner lives");
    assert!(locked.exists(), "somebody in another container may hold it");
    living.process.kill().expect("SIGKILL");
    living.process.wait().expect("the end");
    eventually("the janitor cleans up", || !Path::new(&living.said[0]).exists());
}

#[test]
fn folders_of_the_user_are_never_removed() {
    let root = tempfile::tempdir().expect("a folder");
    let stale = left_behind(root.path());
    let marker = fs::read(stale.join(MARKER)).expect("a marker");
    let stale_name = stale.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let dead = dead_pid();
    let own = |name: String| {
        let path = root.path().join(name);
        fs::create_dir_all(path.join("home-0")).expect("a folder");
        fs::write(path.join("work.txt"), "months of work").expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(&path, mode).expect("a private folder");
        path
    };
    let mut kept = vec![
        own("debunk-20240917-results".to_owned()),
        own(format!("debunk-{dead}-abcdefghij")),
        own(format!("debunk-{dead}-withlock")),
        own(format!("debunk-{dead}-notmarker")),
        // A copy of debunk's leftovers carries its marker, but the marker names another folder.
        own(format!("{stale_name}-copy")),
    ];
    fs::write(kept[2].join("lock"), "").expect("a file");
    fs::write(kept[3].join(MARKER), "debunk").expect("a file");
    fs::write(kept[4].join(MARKER), &marker).expect("a file");
    // A renamed folder is the user's own from then on.
    let renamed = root.path().join(format!("debunk-{dead}-renamed"));
    let again = left_behind(root.path());
    fs::rename(&again, &renamed).expect("a new name");
    kept.push(renamed);
    // A link named like an area leads to a folder of the user's.
    let target = own("target".to_owned());
    let link = root.path().join(format!("debunk-{dead}-link"));
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    kept.extend([target, link]);

    sweep(root.path());
    assert!(!stale.exists(), "the one that is debunk's own");
    for path in kept {
        assert!(path.exists(), "{} is gone", path.display());
    }
}
