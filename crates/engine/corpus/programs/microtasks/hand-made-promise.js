// a small promise with its own job queue, no real promises inside
const jobs = [];
function Deferred() {
  this.state = 'pending';
  this.value = undefined;
  this.waiting = [];
}
Deferred.prototype.settle = function (state, value) {
  if (this.state !== 'pending') return;
  this.state = state;
  this.value = value;
  for (const job of this.waiting) jobs.push(job);
  this.waiting = null;
};
Deferred.prototype.then = function (onOk, onBad) {
  const next = new Deferred();
  const job = () => {
    const handler = this.state === 'ok' ? onOk : onBad;
    if (typeof handler !== 'function') {
      next.settle(this.state, this.value);
      return;
    }
    try {
      next.settle('ok', handler(this.value));
    } catch (e) {
      next.settle('bad', e);
    }
  };
  if (this.state === 'pending') this.waiting.push(job);
  else jobs.push(job);
  return next;
};
function drain() {
  let count = 0;
  while (jobs.length) {
    jobs.shift()();
    count++;
  }
  return count;
}

const d = new Deferred();
const end = d
  .then(x => x + 1)
  .then(x => { if (x > 5) throw 'too big ' + x; return x; })
  .then(() => 'skipped')
  .then(null, reason => 'recovered from ' + reason);
print(drain(), end.state);
d.settle('ok', 9);
d.settle('ok', 1);
print(drain(), end.state, end.value);
