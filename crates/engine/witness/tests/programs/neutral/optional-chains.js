const o = { f() { return this === o } }; print(o?.f(), o.g?.(), (() => o?.f?.())(), o?.['f']());
