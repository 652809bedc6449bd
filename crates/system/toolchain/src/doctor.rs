//! Reports which debuggers are available and how to get the others, without using the network.

use crate::cache::Cached;
use crate::host::Host;
use crate::locate::{from_cache, on_system};
use crate::product::Bundle;
use crate::{Cache, Located, Product, ToolchainError, Version, VersionRequest};

/// The report on one product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name that the user writes.
    pub name: String,
    /// Which debugger.
    pub product: Product,
    /// The one that the name means now: the system's, or else the newest in the cache.
    pub found: Option<Located>,
    /// The versions in the cache, oldest first.
    pub cached: Vec<Version>,
    /// Why it cannot be used, or why the system's cannot.
    pub problem: Option<String>,
    /// The one command that installs it.
    pub install: String,
}

/// Looks for every product that debunk knows.
pub fn doctor(cache: &Cache) -> Vec<Entry> {
    doctor_on(&Host::this(), cache)
}

pub(crate) fn doctor_on(host: &Host, cache: &Cache) -> Vec<Entry> {
    Product::all().map(|product| examine(host, cache, product)).collect()
}

fn examine(host: &Host, cache: &Cache, product: Product) -> Entry {
    let newest = || -> Result<Option<Cached>, ToolchainError> {
        cache.newest(product, &VersionRequest::Latest)
    };
    let (found, problem) = match on_system(host, product) {
        Ok(Some(located)) => (Some(located), None),
        Err(error) => (None, Some(error)),
        Ok(None) => match newest() {
            Ok(cached) => (cached.map(|cached| from_cache(product, cached)), None),
            Err(error) => (None, Some(error)),
        },
    };
    let absent = || found.is_none().then(|| "it is not on the PATH and not in the cache".into());
    Entry {
        name: product.name().to_owned(),
        product,
        problem: problem.map(|error| error.to_string()).or_else(absent),
        found,
        cached: cache.versions(product),
        install: install_command(product, host),
    }
}

/// The one command that installs a product on this machine.
pub(crate) fn install_command(product: Product, host: &Host) -> String {
    if product.source().is_ok() {
        return format!("debunk fetch {product}@latest");
    }
    if let Some(command) = product.facts().install_command {
        return command.to_owned();
    }
    match product.facts().bundle {
        Some(Bundle::SetUp) => return format!("debunk setup {product}"),
        Some(_) => return format!("debunk fetch {product}"),
        None => {}
    }
    if host.find("apt-get").is_none() {
        return format!("install {} with your system's package manager", product.facts().title);
    }
    // SAFETY: the call takes no arguments and cannot fail.
    let is_root = unsafe { libc::geteuid() } == 0;
    let package = product.facts().system_package;
    format!("{}apt-get install -y {package}", if is_root { "" } else { "sudo " })
}
