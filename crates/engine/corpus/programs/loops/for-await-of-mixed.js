async function collect(source) {
  let text = '';
  for await (const piece of source) {
    text += '[' + piece + ']';
  }
  return text;
}

async function* ticks(n) {
  for (let i = n; i > 0; i--) yield i;
}

async function main() {
  const first = await collect([1, Promise.resolve(2), 3]);
  print(first);
  const second = await collect(ticks(4));
  print(second);
  try {
    await collect([Promise.reject(new Error('bad piece'))]);
    print('not reached');
  } catch (e) {
    print('caught', e.message);
  }
}

main().then(() => print('finished'));
