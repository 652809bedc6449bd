//! Provides the engine with the files that a program imports.

use crate::sources::resolve;
use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{Ctx, Module};
use std::collections::BTreeMap;

/// Texts by name.
pub(crate) struct FileTexts(pub BTreeMap<String, String>);

impl Resolver for FileTexts {
    fn resolve<'js>(
        &mut self,
        _ctx: &Ctx<'js>,
        base: &str,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        let target = resolve(base, name).filter(|it| self.0.contains_key(it));
        target.ok_or_else(|| rquickjs::Error::new_resolving(base, name))
    }
}

impl Loader for FileTexts {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        let text = self.0.get(name).ok_or_else(|| rquickjs::Error::new_loading(name))?;
        Module::declare(ctx.clone(), name, text.as_str())
    }
}
