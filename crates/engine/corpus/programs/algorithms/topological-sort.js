"use strict";
function order(graph) {
  const done = [], state = {};
  function visit(name, trail) {
    if (state[name] === 'done') return;
    if (state[name] === 'busy') throw new Error('cycle ' + trail.concat(name).join('>'));
    state[name] = 'busy';
    (graph[name] || []).forEach(dep => visit(dep, trail.concat(name)));
    state[name] = 'done';
    done.push(name);
  }
  Object.keys(graph).forEach(name => visit(name, []));
  return done;
}
print(order({ app: ['ui', 'db'], ui: ['core'], db: ['core', 'log'], log: [] }).join(' '));
try {
  print(order({ x: ['y'], y: ['z'], z: ['x'] }).join(' '));
} catch (e) {
  print(e.message);
}
