function build() {
  const fns = [];
  for (let i = 0; i < 4; i++) {
    const label = 'f' + i;
    fns.push(() => label + ':' + i * i);
    i += 0;
  }
  return fns;
}
for (const f of build()) print(f());
