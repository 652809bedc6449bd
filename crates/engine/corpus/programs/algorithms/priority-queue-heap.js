"use strict";

class Heap {
  constructor(less) {
    this.items = [];
    this.less = less;
  }
  push(x) {
    const a = this.items;
    let i = a.push(x) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.less(a[i], a[parent])) break;
      [a[i], a[parent]] = [a[parent], a[i]];
      i = parent;
    }
    return this;
  }
  pop() {
    const a = this.items;
    if (a.length === 0) return null;
    const top = a[0], last = a.pop();
    if (a.length) {
      a[0] = last;
      let i = 0;
      while (true) {
        let best = i;
        for (const kid of [2 * i + 1, 2 * i + 2]) {
          if (kid < a.length && this.less(a[kid], a[best])) best = kid;
        }
        if (best === i) break;
        [a[i], a[best]] = [a[best], a[i]];
        i = best;
      }
    }
    return top;
  }
}
const heap = new Heap((a, b) => a.rank < b.rank);
[5, 3, 8, 1, 9, 2].forEach(rank => heap.push({ rank, name: 'job' + rank }));
const order = [];
for (let job = heap.pop(); job; job = heap.pop()) order.push(job.name);
print(order.join(' '));
