"use strict"
class SerialQueue {
  constructor() {
    this.tail = Promise.resolve();
    this.size = 0;
  }
  add(name, job) {
    this.size += 1;
    const run = this.tail.then(async () => {
      const result = await job(this.size);
      this.size -= 1;
      print(`${name}: ${result}, ${this.size} left`);
      return result;
    });
    this.tail = run.catch(() => { this.size -= 1; });
    return run;
  }
}

const q = new SerialQueue();
q.add('first', async n => n * 10);
q.add('second', n => { throw new Error('broken at ' + n); }).catch(e => print(e.message));
q.add('third', async n => (await 1) + n).then(v => print('third gave', v));
print('size', q.size);
