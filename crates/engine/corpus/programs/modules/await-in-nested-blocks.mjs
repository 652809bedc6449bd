const tasks = new Map([['a', 3], ['b', 1], ['c', 2]]);
const done = [];
outer: for (const [name, rounds] of tasks) {
  for (let r = 0; ; r++) {
    if (r === rounds) continue outer;
    switch (await r) {
      case 1:
        done.push(name + 'mid');
        break;
      default: {
        const tag = await Promise.resolve(name + r);
        done.push(tag);
      }
    }
  }
}
print(done.join(' '));
print(done.length === 6 ? await 'all' : await 'some');
