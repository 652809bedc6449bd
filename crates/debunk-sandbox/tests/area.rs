//! Checks that private folders go away: on drop, after `kill -9`, and when they are stale.

mod support;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use debunk_sandbox::{Spawn, TempArea, read_line_matching};
use support::{PATIENCE, eventually, is_alive};

/// Set for the copy of this test program that plays the owner who gets killed.
const OWNER_VARIABLE: &str = "DEBUNK_TEST_OWNER";
const MARK: &str = "owner says ";

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

/// Not a test of its own: what the killed owner does, when started by the test below.
#[test]
fn owner_in_another_process() {
    if std::env::var_os(OWNER_VARIABLE).is_none() {
        return;
    }
    let area = TempArea::new().expect("an area");
    let start = |script: &str| {
        Spawn::new("/bin/sh").args(["-c", script]).stdout(true).spawn(&area).expect("a child")
    };
    let mut child = start("sleep 1000 & echo $!; mkdir locked; chmod 000 locked; echo; wait");
    let mut stdout = child.take_stdout().expect("its output");
    let deadline = std::time::Instant::now() + PATIENCE;
    let mut line = || read_line_matching(&mut stdout, deadline, |line| Some(line.to_owned()));
    let grandchild = line().expect("a line");
    line().expect("the sign that the folder is there");
    let mut reaped = start("exit 0");
    reaped.wait_timeout(PATIENCE).expect("the end");
    println!("\n{MARK}{}", area.path().display());
    println!("{MARK}{}", child.pid());
    println!("{MARK}{grandchild}");
    thread::sleep(Duration::from_secs(1000));
}

#[test]
fn the_janitor_cleans_up_after_a_killed_owner() {
    let mut owner = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "owner_in_another_process", "--nocapture"])
        .env(OWNER_VARIABLE, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the owner");
    let lines = BufReader::new(owner.stdout.take().expect("its output")).lines();
    let said: Vec<String> = lines
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix(MARK).map(str::to_owned))
        .take(3)
        .collect();
    let [path, child, grandchild] = said.try_into().expect("three lines");
    let pids: Vec<u32> = [child, grandchild].map(|pid| pid.parse().expect("a number")).into();
    assert!(Path::new(&path).exists() && pids.iter().all(|pid| is_alive(*pid)));

    owner.kill().expect("SIGKILL");
    owner.wait().expect("the end");
    eventually("the folder is removed", || !Path::new(&path).exists());
    for pid in pids {
        eventually("all processes are killed", || !is_alive(pid));
    }
}

/// A number that no process has any more.
fn dead_pid() -> u32 {
    let mut process = Command::new("true").spawn().expect("a process");
    process.wait().expect("its end");
    process.id()
}

/// A folder as an area of that owner would leave it.
fn folder_of(owner: u32, name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("debunk-{owner}-{name}"));
    fs::create_dir_all(path.join("home-0")).expect("a folder");
    path
}

#[test]
fn new_areas_sweep_stale_ones() {
    let dead = dead_pid();
    let stale = folder_of(dead, "stale");
    File::create(stale.join("lock")).expect("a lock file");
    let locked = folder_of(dead, "locked");
    let lock = File::create(locked.join("lock")).expect("a lock file");
    lock.lock().expect("the lock");
    let fresh = folder_of(dead, "fresh");
    let living = folder_of(std::process::id(), "living");
    File::create(living.join("lock")).expect("a lock file");

    let area = TempArea::new().expect("an area");
    assert!(!stale.exists(), "nobody holds it");
    assert!(locked.exists(), "somebody in another container may hold it");
    assert!(fresh.exists(), "it may be in the making");
    assert!(living.exists(), "its owner is there");
    assert!(area.path().exists());
    for folder in [locked, fresh, living] {
        fs::remove_dir_all(folder).expect("the test cleans up");
    }
}
