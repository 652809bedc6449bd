"use strict";
class StepError extends Error {
  constructor(step, inner) {
    super(`step ${step}: ${inner.message}`);
    this.name = 'StepError';
    this.step = step;
    this.inner = inner;
  }
}

function parseNumber(text) {
  const n = Number(text);
  if (Number.isNaN(n)) throw new SyntaxError('not a number "' + text + '"');
  return n;
}

function runSteps(texts) {
  let sum = 0;
  texts.forEach((text, i) => {
    try {
      sum += parseNumber(text);
    } catch (err) {
      if (!(err instanceof SyntaxError)) {
        throw err;
      }
      throw new StepError(i, err);
    }
  });
  return sum;
}

print(runSteps(['1', '2.5', '0x10']));
try {
  print(runSteps(['4', 'five', 'six']));
} catch (e) {
  print(e.name, e.message);
  print(e.inner.name, e.step, e instanceof Error);
}
