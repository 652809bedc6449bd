//! The programs that are part of debunk itself.

use crate::draft::ProgramDraft;
use crate::{Corpus, LoadOptions, Skip, join, read};
use debunk_model::Language;
use include_dir::{Dir, File, include_dir};

/// The folder as it was when this file was last compiled. The compiler notices a changed program
/// but not a new one; the tests compare with the disk to detect that.
static PROGRAMS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/programs");

/// All JavaScript programs that are built in, sorted by name.
pub fn built_in() -> Corpus {
    built_in_of(Language::JavaScript)
}

/// All programs of a language that are built in, sorted by name.
pub fn built_in_of(language: Language) -> Corpus {
    programs_of(language, &LoadOptions::default())
}

/// The JavaScript programs that are built in, in both modes or joined as `options` say.
pub fn built_in_with(options: &LoadOptions) -> Corpus {
    programs_of(Language::JavaScript, options)
}

fn programs_of(language: Language, options: &LoadOptions) -> Corpus {
    let mut files = Vec::new();
    collect(&PROGRAMS, &mut files);
    files.sort_by_key(|file| read::name_of(file.path()));
    let (mut drafts, mut skips) = (Vec::new(), Vec::new());
    for file in files {
        let Some((of_file, goal)) = read::kind_by_extension(file.path()) else { continue };
        if of_file != language {
            continue;
        }
        let name = read::name_of(file.path());
        match read::text_of(file.contents()) {
            Ok(text) => {
                let draft = ProgramDraft::plain(name, language, goal, text);
                drafts.extend(draft.in_modes(options.both_modes));
            }
            Err(reason) => skips.push(Skip::new(name, reason)),
        }
    }
    Corpus { entries: join::join(drafts, options.concatenate), skips }
}

fn collect<'embedded>(folder: &Dir<'embedded>, files: &mut Vec<File<'embedded>>) {
    files.extend(folder.files().cloned());
    for child in folder.dirs() {
        collect(child, files);
    }
}
