'use strict';

function flaky(failures) {
  let calls = 0;
  return async function () {
    calls++;
    if (calls <= failures) {
      throw new Error('attempt ' + calls);
    }
    return calls;
  };
}

async function retry(fn, max) {
  let lastError = null;
  for (let attempt = 1; attempt <= max; attempt++) {
    try {
      return await fn();
    } catch (e) {
      lastError = e;
    }
  }
  throw lastError;
}

async function main() {
  print(await retry(flaky(0), 3));
  print(await retry(flaky(2), 3));
  try {
    await retry(flaky(9), 3);
    print('surprise');
  } catch (e) {
    print('gave up:', e.message);
  }
}
main();
