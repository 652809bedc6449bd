'use strict';

function* task(name, steps) {
  for (let s = 1; s <= steps; s++) {
    print(name, s);
    yield;
  }
  return name;
}

function runAll(tasks) {
  const finished = [];
  const queue = tasks.slice();
  while (queue.length) {
    const current = queue.shift();
    const { done, value } = current.next();
    if (done) finished.push(value);
    else queue.push(current);
  }
  return finished;
}

print(runAll([task('A', 3), task('B', 1), task('C', 2)]).join('>'));
