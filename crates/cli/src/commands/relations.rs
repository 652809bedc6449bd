//! `debunk relations`: the relations, each with an example.

use crate::args::JsonArgs;
use crate::exit::Exit;
use anyhow::Result;
use debunk_relations::ALL;
use serde_json::json;
use std::io::Write;

/// Lists the relations.
pub(crate) fn relations(args: &JsonArgs) -> Result<Exit> {
    let mut out = anstream::stdout().lock();
    if args.json {
        let list: Vec<_> = ALL
            .iter()
            .map(|relation| {
                json!({
                    "name": relation.name(),
                    "group": relation.group().name(),
                    "interactive": relation.is_interactive(),
                    "summary": relation.summary(),
                    "example": relation.example(),
                })
            })
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(Exit::Nothing);
    }
    for relation in ALL {
        let steered = if relation.is_interactive() { ", steered" } else { "" };
        writeln!(out, "{} ({}{steered})", relation.name(), relation.group().name())?;
        writeln!(out, "    {}", relation.summary())?;
        writeln!(out, "    {}\n", relation.example())?;
    }
    Ok(Exit::Nothing)
}
