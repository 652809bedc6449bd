//! Checks what happens with the debuggers that a machine has, or lacks.

use super::*;
use crate::doctor::doctor_on;
use crate::{Origin, Product, doctor};

#[test]
fn the_node_of_the_system_comes_first() {
    let (_folder, cache) = empty_cache();
    let (located, steps) = locate_noting(&Host::this(), "node", &cache);
    let located = located.expect("a debugger");
    assert_eq!(located.origin, Origin::System);
    assert_eq!(run(&located.binary, &["-p", "process.versions.node"]), located.version.text);
    let engine = run(&located.binary, &["-p", "process.versions.v8"]);
    assert_eq!(Some(Engine::runtime("V8", Some(&engine))), located.engine);
    assert_eq!(steps, [Progress::Ready(format!("node {}", located.version))]);
}

#[test]
fn shims_are_seen_through() {
    let (_folder, cache) = empty_cache();
    let real = run(&system_node(), &["-p", "process.execPath"]);
    let island = Island::new().with_script("node", &format!("exec '{real}' \"$@\""));
    assert_eq!(locate_well(&island.host(), "node", &cache).binary, Path::new(&real));
}

#[test]
fn a_path_is_taken_as_it_is() {
    let (_folder, cache) = empty_cache();
    let island = Island::new().with_link("my-node", &system_node());
    let path = island.folder.path().join("my-node");
    let text = format!("node:{}", path.display());
    let located = locate_well(&island.host(), &text, &cache);
    assert_eq!((located.binary, located.origin), (path, Origin::Path));
    let text = locate_badly(&island.host(), "node:/no/such/binary", &cache);
    assert!(text.contains("/no/such/binary: there is no such file"), "{text}");
}

#[test]
fn chromium_tells_its_version() {
    let (_folder, cache) = empty_cache();
    let located = locate_well(&Host::this(), "chromium", &cache);
    assert_eq!(located.product, product("chromium"));
    assert!(located.version.major >= 60, "{located:?}");
}

#[test]
fn firefox_tells_its_version() {
    let (_folder, cache) = empty_cache();
    let located = locate_well(&Host::this(), "firefox", &cache);
    assert_eq!(located.product, product("firefox"));
    assert!(located.version.major >= 115, "{located:?}");
    assert_eq!(located.engine, Some(Engine::runtime("SpiderMonkey", None)));
}

#[test]
fn versions_of_distributions_and_of_snapshots_are_read() {
    let (_folder, cache) = empty_cache();
    for (program, answer, expected) in [
        ("gdb", "GNU gdb (Debian 10.1-1.7) 10.1.90.20210103-git", "10.1.90.20210103-git"),
        ("gdb", "GNU gdb (GDB) Fedora Linux 13.2-3.fc38", "13.2-3.fc38"),
        ("gdb", "GNU gdb (Ubuntu 12.1-0ubuntu1~22.04) 12.1", "12.1"),
        ("gdb", "GNU gdb (GDB) 17.0.50.20250101-git", "17.0.50.20250101-git"),
    ] {
        let island = Island::new().with_script(program, &format!("echo '{answer}'"));
        let located = locate_well(&island.host(), "gdb-mi", &cache);
        assert_eq!(located.version.text, expected, "{answer}");
    }
}

#[test]
fn a_broken_node_is_reported_and_not_replaced() {
    let (_folder, cache) = empty_cache();
    let cases = [
        ("echo cannot load library >&2; exit 127", "exit code 127: cannot load library"),
        ("echo hello", "it answers \"hello\" to --version"),
    ];
    for (script, expected) in cases {
        let island = Island::new().with_script("node", script);
        let text = locate_badly(&island.host(), "node", &cache);
        assert!(text.starts_with("learn the version of node from"), "{text}");
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn without_any_client_the_user_learns_what_to_install() {
    let (_folder, cache) = empty_cache();
    let nothing = Island::new();
    for text in ["node", "node@20", "node@8.17.0", "deno"] {
        let text = locate_badly(&nothing.host(), text, &cache);
        assert!(text.contains("neither npm nor python3 with pip is on the PATH"), "{text}");
        assert!(text.contains("apt-get install -y npm"), "{text}");
    }
    // An npm without its Node and a Python without pip count as missing.
    let useless = Island::new().with_script("npm", "exit 127").with_script("python3", "exit 1");
    let text = locate_badly(&useless.host(), "node@20", &cache);
    assert!(text.contains("neither npm nor python3 with pip"), "{text}");
}

#[test]
fn a_missing_browser_comes_with_the_command_that_installs_it() {
    let (_folder, cache) = empty_cache();
    let text = locate_badly(&Island::new().host(), "chromium", &cache);
    assert!(text.contains("looked for chromium, chromium-browser, google-chrome"), "{text}");
    assert!(text.contains("with your system's package manager"), "{text}");
    let debian = Island::new().with_script("apt-get", "");
    let text = locate_badly(&debian.host(), "chromium", &cache);
    assert!(text.ends_with("apt-get install -y chromium"), "{text}");
    let text = locate_badly(&debian.host(), "firefox", &cache);
    assert!(text.contains("looked for firefox-esr, firefox"), "{text}");
    assert!(text.ends_with("apt-get install -y firefox-esr"), "{text}");
}

#[test]
fn the_doctor_names_every_product() {
    let (_folder, cache) = empty_cache();
    let entries = doctor(&cache);
    assert_eq!(
        entries.iter().map(|e| e.product).collect::<Vec<_>>(),
        Product::all().collect::<Vec<_>>()
    );
    let node = entries.first().expect("an entry");
    assert!(node.found.is_some() && node.problem.is_none(), "{node:?}");
    assert_eq!(node.install, "debunk fetch node@latest");

    let broken = Island::new().with_script("node", "exit 3");
    let entries = doctor_on(&broken.host(), &cache);
    let problems: Vec<_> = entries.iter().filter_map(|entry| entry.problem.as_deref()).collect();
    assert_eq!(problems.len(), Product::all().count());
    assert!(problems[0].contains("exit code 3"), "{problems:?}");
    assert!(problems[1].contains("not in the cache"), "{problems:?}");
}

#[test]
fn a_cache_that_cannot_be_written_is_an_error() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let error = Cache::open(Some(&file.path().join("cache"))).expect_err("a failure");
    let text = error.to_string();
    assert!(text.starts_with("use the cache at ") && text.contains("DEBUNK_CACHE"), "{text}");
}

#[test]
fn a_python_is_found_by_its_version() {
    let (_folder, cache) = empty_cache();
    let island = Island::new()
        .with_script("python3", "echo Python 3.11.2")
        .with_script("python3.9", "echo Python 3.9.18")
        .with_script("python3.8", "exit 127");
    let host = island.host();
    for (name, version) in [("bdb@3", "3.11.2"), ("bdb@3.9", "3.9.18"), ("bdb@3.9.18", "3.9.18")] {
        assert_eq!(locate_well(&host, name, &cache).version.text, version, "{name}");
    }
    for name in ["bdb@3.8", "bdb@3.9.1", "debugpy@3.12"] {
        let error = locate_badly(&host, name, &cache);
        assert!(error.contains("found 3.11.2"), "{error}");
        assert!(error.contains(":/path/to/python3"), "{error}");
    }
    let error = locate_badly(&Island::new().host(), "bdb@3.9", &cache);
    assert!(error.contains("there is none"), "{error}");
}
