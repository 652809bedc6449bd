function settings(given) {
  const s = { ...given };
  s.width ??= 80;
  s.name ||= 'untitled';
  s.debug &&= 'on';
  return [s.width, s.name, s.debug].join(' ');
}
print(settings({}));
print(settings({ width: 0, name: '', debug: true }));

let evaluated = 0;
const side = v => { evaluated++; return v; };
const o = { get a() { return 1; }, b: null };
o.a ||= side(2);
o.b ??= side(3);
o.b &&= side(0);
o.c ??= o.b ?? side('not this');
print(o.a, o.b, o.c, evaluated);
print(null ?? undefined ?? false ?? 'x', (0 || null) ?? 'fallback');
