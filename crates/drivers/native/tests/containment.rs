//! Hostile texts for compilers and hostile programs in plain runs: each attack is stopped.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use debunk_model::{Language, Program};
use debunk_native::{BuildError, Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_session::{PlainRun, PlainRunner};

const SECRET: &str = "the_secret_of_the_user";

fn builder() -> Builder {
    Builder::new(&TempArea::new().expect("an area"), Compilers::default())
}

fn program(language: Language, text: &str) -> Program {
    Program::script("hostile", language, text)
}

/// A file that only the user should read.
fn secret(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("home-{name}"));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("secret.h");
    fs::write(&path, format!("{SECRET}\n")).expect("a file");
    path
}

/// What the compiler says to a text that it must reject.
fn refusal(language: Language, text: &str) -> String {
    match builder().build(&program(language, text)) {
        Err(BuildError::DoesNotCompile(reason) | BuildError::Tool(reason)) => reason,
        Ok(_) => panic!("it compiles: {text}"),
    }
}

#[test]
fn an_endless_file_does_not_eat_all_memory() {
    let start = Instant::now();
    let text = "#include \"/dev/zero\"\nint main(void) { return 0; }\n";
    let reason = refusal(Language::C, text);
    assert!(reason.contains("memory"), "{reason}");
    assert!(start.elapsed() < Duration::from_secs(100));
}

#[test]
fn compilers_see_no_file_of_the_user() {
    let path = secret("compilers");
    let path = path.display();
    for text in [
        format!("#include \"{path}\"\nint main(void) {{ return 0; }}\n"),
        format!("asm(\".incbin \\\"{path}\\\"\");\nint main(void) {{ return 0; }}\n"),
    ] {
        let reason = refusal(Language::C, &text);
        assert!(!reason.contains(SECRET), "{reason}");
    }
    let text = format!("fn main() {{ println!(\"{{}}\", include_str!(\"{path}\")); }}\n");
    let reason = refusal(Language::Rust, &text);
    assert!(!reason.contains(SECRET), "{reason}");
}

#[test]
fn compilers_see_nothing_of_the_environment() {
    // Cargo sets this one for every test, so it stands for what a user may have set.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let text = "fn main() { println!(\"{}\", env!(\"CARGO_MANIFEST_DIR\")); }\n";
    let reason = refusal(Language::Rust, text);
    assert!(reason.contains("not defined"), "{reason}");
}

#[test]
fn honest_programs_are_built_and_run() {
    let go = "package main\nimport \"fmt\"\nfunc main() { fmt.Println(42) }\n";
    for (language, text) in [
        (
            Language::C,
            "#include <stdio.h>\n#include <math.h>\nint main(void) { printf(\"%g\\n\", floor(42.5)); }\n",
        ),
        (Language::Rust, "fn main() { println!(\"42\"); }\n"),
        (Language::Go, go),
        (Language::Python, "print(42)\n"),
    ] {
        assert_eq!(output(language, text), ["42"], "{language}");
    }
}

fn output(language: Language, text: &str) -> Vec<String> {
    match NativeRunner::new(builder()).run(&program(language, text)) {
        PlainRun::Ended(outcome) => outcome.output,
        other => panic!("{language}: {other:?}"),
    }
}

/// Tries everything and prints the names of the attacks that worked.
const HOSTILE_PYTHON: &str = r#"
import os, signal, socket, ctypes
def attack(name, action):
    try:
        if action(): print('worked:', name)
    except (OSError, ValueError): pass
def read(path): return len(open(path, 'rb').read()) > 0
def write(path): open(path, 'w').write('x'); return True
def killed(pid): os.kill(pid, signal.SIGKILL); return True
def trace(pid): return ctypes.CDLL(None).ptrace(16, pid, 0, 0) == 0
attack('environment of the parent', lambda: read('/proc/%d/environ' % os.getppid()))
attack('environment of debunk', lambda: read('/proc/OWNER/environ'))
attack('secret', lambda: read('SECRET'))
attack('write beside the secret', lambda: write('SECRET.new'))
attack('write to the area', lambda: write('AREA/new'))
attack('remove the marker', lambda: os.remove('AREA/.debunk-private-folder') or True)
attack('connect', lambda: bool(socket.create_connection(('127.0.0.1', PORT), 1)))
attack('trace debunk', lambda: trace(OWNER))
attack('trace the keeper', lambda: trace(os.getppid()))
attack('kill debunk', lambda: killed(VICTIM))
print('done')
"#;

const HOSTILE_C: &str = r#"
#include <stdio.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <sys/ptrace.h>
static void worked(const char *name, int yes) { if (yes) printf("worked: %s\n", name); }
static int reads(const char *path) { char b[9]; int f = open(path, O_RDONLY); return f >= 0 && read(f, b, 9) > 0; }
static int writes(const char *path) { return open(path, O_WRONLY | O_CREAT, 0600) >= 0; }
int main(void) {
    char path[64];
    sprintf(path, "/proc/%d/environ", getppid());
    worked("environment of the parent", reads(path));
    worked("environment of debunk", reads("/proc/OWNER/environ"));
    worked("secret", reads("SECRET"));
    worked("write beside the secret", writes("SECRET.new"));
    worked("write to the area", writes("AREA/new"));
    worked("remove the marker", unlink("AREA/.debunk-private-folder") == 0);
    struct sockaddr_in place = { .sin_family = AF_INET, .sin_port = htons(PORT) };
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    worked("connect", connect(s, (struct sockaddr *)&place, sizeof place) == 0);
    worked("trace debunk", ptrace(PTRACE_ATTACH, OWNER, 0, 0) == 0);
    worked("trace the keeper", ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0);
    worked("kill debunk", kill(VICTIM, SIGKILL) == 0);
    puts("done");
}
"#;

#[test]
fn hostile_programs_reach_nothing() {
    let path = secret("programs");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut victim = std::process::Command::new("sleep").arg("1000").spawn().expect("a process");
    for (language, text) in [(Language::Python, HOSTILE_PYTHON), (Language::C, HOSTILE_C)] {
        let builder = builder();
        let text = text
            .replace("SECRET", &path.to_string_lossy())
            .replace("AREA", &builder.area().path().to_string_lossy())
            .replace("PORT", &port.to_string())
            .replace("OWNER", &std::process::id().to_string())
            .replace("VICTIM", &victim.id().to_string());
        let ended = NativeRunner::new(builder.clone()).run(&program(language, &text));
        let PlainRun::Ended(outcome) = ended else { panic!("{language}: {ended:?}") };
        assert_eq!(outcome.output, ["done"], "{language}");
        assert!(builder.area().path().join(".debunk-private-folder").exists());
    }
    assert!(!path.with_extension("h.new").exists());
    assert!(victim.try_wait().expect("an answer").is_none(), "it lives");
    victim.kill().expect("the test cleans up");
    victim.wait().expect("the end");
}
