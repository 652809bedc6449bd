//! Lists the files in `adapters/`, so that a new debug adapter is one file and nothing else.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=adapters");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    let folder = Path::new(&root).join("adapters");
    let files = fs::read_dir(&folder).expect("the folder of adapters");
    let mut names: Vec<String> = files
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .collect();
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let file = folder.join(format!("{name}.toml"));
        list.push_str(&format!(
            "    ({name:?}, include_str!({:?})),\n",
            file.display().to_string()
        ));
    }
    list.push_str("]\n");
    fs::write(Path::new(&out).join("adapters.rs"), list).expect("the list of adapters");
}
