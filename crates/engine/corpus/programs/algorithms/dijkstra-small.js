const roads = {
  a: { b: 7, c: 9, f: 14 },
  b: { a: 7, c: 10, d: 15 },
  c: { a: 9, b: 10, d: 11, f: 2 },
  d: { b: 15, c: 11, e: 6 },
  e: { d: 6, f: 9 },
  f: { a: 14, c: 2, e: 9 },
  z: {},
};

function shortest(from) {
  const dist = {}, prev = {};
  const open = new Set(Object.keys(roads));
  for (const n of open) dist[n] = Infinity;
  dist[from] = 0;
  while (open.size) {
    let here = null;
    for (const n of open) {
      if (here === null || dist[n] < dist[here]) here = n;
    }
    open.delete(here);
    if (dist[here] === Infinity) break;
    for (const next in roads[here]) {
      const through = dist[here] + roads[here][next];
      if (through < dist[next]) {
        dist[next] = through;
        prev[next] = here;
      }
    }
  }
  return { dist, prev };
}

function path(prev, to) {
  const steps = [];
  for (let n = to; n; n = prev[n]) steps.unshift(n);
  return steps.join('');
}

const { dist, prev } = shortest('a');
print(dist.e, path(prev, 'e'));
print(dist.d, path(prev, 'd'), dist.z);
