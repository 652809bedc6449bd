"use strict";
const stage = (name, fn) => async input => {
  await null;
  const output = fn(input);
  print(name, String(output));
  return output;
};

const stages = [
  stage('split', s => s.split(' ')),
  stage('count', list => list.length),
  stage('square', n => n * n),
];

let value = 'a module may wait at the top';
for (const run of stages) {
  value = await run(value);
}
print(await value, await (async () => value > 10)());
