let calls = 0;
const thing = {
  toString() { calls += 1; return 'thing'; },
  work() {
    Math.abs(calls);
  },
};
thing.work();
Math.abs(calls);
