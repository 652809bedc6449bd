//! From a debugger's name to a debugger that can be driven.

use crate::args::CacheArgs;
use crate::exit::NothingRan;
use anyhow::{Context, Result};
use debunk_firefox::FirefoxDebugger;
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo};
use debunk_toolchain::{Cache, DebuggerName, Located, Product, locate};
use debunk_v8::{V8Debugger, V8Product};
use debunk_webkit::BunDebugger;
use std::sync::Arc;

/// A debugger that is ready to be driven.
pub(crate) struct Ready {
    pub debugger: Arc<dyn Debugger>,
    /// The same debugger by its own type, for what only V8's can do.
    pub v8: Option<Arc<V8Debugger>>,
}

/// Opens debunk's cache.
pub(crate) fn cache(args: &CacheArgs) -> Result<Cache> {
    Ok(Cache::open(args.cache.as_deref())?)
}

/// Finds the debugger of that name, or the first that is there, fetching it when needed.
pub(crate) fn find(name: Option<&str>, args: &CacheArgs) -> Result<Ready> {
    let cache = cache(args)?;
    let name = match name {
        Some(name) => name.parse::<DebuggerName>()?,
        None => first_there(&cache),
    };
    let located = locate(&name, &cache, &mut |progress| anstream::eprintln!("{progress}"))
        .map_err(|error| match name.choice {
            // What the user named cannot be had; what debunk chose itself was the last resort.
            debunk_toolchain::Choice::Any => NothingRan(error.to_string()).into(),
            _ => anyhow::Error::new(error),
        })
        .with_context(|| format!("get {name}"))?;
    ready(&name, located)
}

fn first_there(cache: &Cache) -> DebuggerName {
    let there = debunk_toolchain::doctor(cache).into_iter().find(|entry| entry.found.is_some());
    DebuggerName::any(there.map_or(Product::Node, |entry| entry.product))
}

fn ready(name: &DebuggerName, located: Located) -> Result<Ready> {
    let area = TempArea::new()?;
    let Located { product, binary, version, engine, .. } = located;
    let info = DebuggerInfo {
        name: name.to_string(),
        product: product.to_string(),
        version: version.text.clone(),
        engine,
    };
    let v8 = |product| {
        let v8 = Arc::new(V8Debugger::new(info.clone(), product, binary.clone(), &area));
        Ready { debugger: v8.clone(), v8: Some(v8) }
    };
    Ok(match product {
        Product::Node => v8(V8Product::Node { major: version.major }),
        Product::Deno => v8(V8Product::Deno),
        Product::Chromium => v8(V8Product::Chromium),
        Product::Bun => {
            Ready { debugger: Arc::new(BunDebugger::new(info, binary, &area)), v8: None }
        }
        Product::Firefox => {
            Ready { debugger: Arc::new(FirefoxDebugger::new(info, binary, &area)), v8: None }
        }
    })
}
