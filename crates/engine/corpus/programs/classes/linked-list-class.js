'use strict';

class Node {
  constructor(value, next) {
    this.value = value;
    this.next = next || null;
  }
}

class LinkedList {
  constructor(values) {
    this.head = null;
    this.length = 0;
    for (const v of values || []) this.append(v);
  }

  append(value) {
    const fresh = new Node(value);
    if (this.head === null) {
      this.head = fresh;
    } else {
      let cur = this.head;
      while (cur.next) cur = cur.next;
      cur.next = fresh;
    }
    this.length++;
    return this;
  }

  remove(value) {
    let prev = null;
    let cur = this.head;
    while (cur) {
      if (cur.value === value) {
        if (prev) prev.next = cur.next;
        else this.head = cur.next;
        this.length--;
        return true;
      }
      prev = cur;
      cur = cur.next;
    }
    return false;
  }

  reverse() {
    let prev = null, cur = this.head;
    while (cur) {
      const next = cur.next;
      cur.next = prev;
      prev = cur;
      cur = next;
    }
    this.head = prev;
    return this;
  }

  *[Symbol.iterator]() {
    for (let cur = this.head; cur; cur = cur.next) yield cur.value;
  }

  toString() {
    return '(' + [...this].join(' ') + ')';
  }
}

const list = new LinkedList([5, 10, 15]);
list.append(20).append(25);
print(String(list), list.length);
print(list.remove(5), list.remove(20), list.remove(99));
print(list.reverse().toString());
print(`${new LinkedList()}`);
