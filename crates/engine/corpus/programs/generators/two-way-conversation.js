function* interview() {
  const name = yield 'name?';
  const age = yield 'age of ' + name + '?';
  let notes = 0;
  while (true) {
    const more = yield 'more? (' + notes + ')';
    if (!more) break;
    notes++;
  }
  return `${name}/${age}/${notes}`;
}

function run() {
  const it = interview();
  const answers = [undefined, 'Mo', 33, true, true, false];
  let last;
  for (const a of answers) {
    last = it.next(a);
    print(last.done, last.value);
  }
  return it.next().done;
}
print(run());
