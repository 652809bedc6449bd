//! Obtains a version of a debugger: from the cache, or else from a registry into the cache.

use crate::cache::{Cached, Package};
use crate::host::Host;
use crate::locate::refuse_old;
use crate::npm::{self, Npm, Release};
use crate::pip::Pip;
use crate::product::{Platform, Source, Wheel};
use crate::{Cache, FetchProgress, Product, ToolchainError, VersionRequest, archive, hash};

/// One search for one version.
pub(crate) struct RegistryQuery<'a> {
    pub(crate) host: &'a Host,
    pub(crate) cache: &'a Cache,
    pub(crate) product: Product,
    pub(crate) request: &'a VersionRequest,
    /// Whether to ask the registry even if the cache has an answer that may be outdated.
    pub(crate) refresh: bool,
    pub(crate) progress: &'a mut dyn FnMut(FetchProgress),
}

impl RegistryQuery<'_> {
    /// Returns the wanted binary, and fetches it if necessary.
    pub(crate) fn obtain(mut self) -> Result<Cached, ToolchainError> {
        let source = self.product.source()?;
        if let VersionRequest::Exact(version) = self.request {
            refuse_old(self.product, version)?;
            if let Some(cached) = self.cache.look_up(self.product, version)? {
                return Ok(cached);
            }
        }
        if let Some(npm) = Npm::find(self.host) {
            return self.through_npm(&npm, source);
        }
        // Only npm can say what is newest without fetching it.
        if !self.refresh
            && let Some(cached) = self.cache.newest(self.product, self.request)?
        {
            return Ok(cached);
        }
        let Some(wheel) = &source.wheel else {
            return Err(ToolchainError::NoNpm { product: self.product });
        };
        match Pip::find(self.host) {
            Some(pip) => self.through_pip(&pip, wheel),
            None => Err(ToolchainError::NoClient { product: self.product }),
        }
    }

    fn through_npm(&mut self, npm: &Npm<'_>, source: &Source) -> Result<Cached, ToolchainError> {
        let package = (source.npm_package)(&Platform::this()?);
        (self.progress)(FetchProgress::Resolving(format!("{}@{}", self.product, self.request)));
        let release = match npm.resolve(self.product, &package, self.request) {
            Ok(release) => release,
            Err(error @ ToolchainError::NoSuchVersion { .. }) => return Err(error),
            // There may be no network, but the cache may have what is wanted.
            Err(error) => {
                let recalled = self.cache.recall(self.product, self.request)?;
                return recalled.ok_or(error);
            }
        };
        self.cache.remember(self.product, self.request, &release.version);
        refuse_old(self.product, &release.version)?;
        let look_up = || self.cache.look_up(self.product, &release.version);
        if let Some(cached) = look_up()? {
            return Ok(cached);
        }
        let _lock = self.cache.lock(self.product, &release.version.text)?;
        match look_up()? {
            Some(cached) => Ok(cached),
            None => self.fetch_with_npm(npm, source, &package, &release),
        }
    }

    fn fetch_with_npm(
        &mut self,
        npm: &Npm<'_>,
        source: &Source,
        package: &str,
        release: &Release,
    ) -> Result<Cached, ToolchainError> {
        let spec = format!("{package}@{}", release.version);
        let folder = self.host.area()?.subfolder("fetch")?;
        (self.progress)(FetchProgress::Fetching(spec.clone()));
        let tarball = npm.pack(&spec, folder.path())?;
        (self.progress)(FetchProgress::Verifying(spec.clone()));
        let integrity = npm::verify(&spec, &tarball, release)?;
        (self.progress)(FetchProgress::Unpacking(spec));
        let package = Package { name: package, integrity, version: Some(&release.version) };
        self.cache.store(self.product, self.host, package, |sink| {
            archive::unpack_tarball(&tarball, source.npm_member, sink)
        })
    }

    fn through_pip(&mut self, pip: &Pip<'_>, source: &Wheel) -> Result<Cached, ToolchainError> {
        let name = source.package;
        let _lock = self.cache.lock(self.product, &self.request.to_string())?;
        if !self.refresh
            && let Some(cached) = self.cache.newest(self.product, self.request)?
        {
            return Ok(cached);
        }
        let folder = self.host.area()?.subfolder("fetch")?;
        (self.progress)(FetchProgress::Fetching(format!("{name} ({})", self.request)));
        let wheel = pip.download(name, self.request, folder.path())?;
        let file_name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (self.progress)(FetchProgress::Verifying(file_name.clone()));
        let broken = |error: std::io::Error| ToolchainError::Archive {
            archive: wheel.clone(),
            what: error.to_string(),
        };
        let integrity = format!("sha256:{}", hash::sha256(&wheel).map_err(broken)?);
        (self.progress)(FetchProgress::Unpacking(file_name));
        let version = match self.request {
            VersionRequest::Exact(version) => Some(version),
            _ => None,
        };
        let package = Package { name, integrity, version };
        self.cache.store(self.product, self.host, package, |sink| {
            archive::unpack_wheel(&wheel, source.member_end, sink)
        })
    }
}
