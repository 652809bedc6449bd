"use strict";

class Item {
  constructor(id, title) {
    this.id = id;
    this.title = title;
    this.holder = null;
  }
  get free() {
    return this.holder === null;
  }
  limit() { return 14; }
  toString() {
    return `${this.kind()} ${this.title}`;
  }
  kind() { return 'item'; }
}

class Book extends Item {
  kind() { return 'book'; }
}

class Film extends Item {
  constructor(id, title, age = 0) {
    super(id, title);
    this.age = age;
  }
  limit() { return super.limit() / 2; }
  kind() { return this.age >= 18 ? 'adult film' : 'film'; }
}

class DeskError extends Error {
  constructor(code, detail) {
    super(code + ' (' + detail + ')');
    this.code = code;
  }
}

class Desk {
  constructor(items) {
    this.items = new Map(items.map(item => [item.id, item]));
    this.loans = [];
  }
  find(id) {
    const item = this.items.get(id);
    if (!item) throw new DeskError('unknown', id);
    return item;
  }
  lend(id, person, day) {
    const item = this.find(id);
    if (!item.free) throw new DeskError('taken', item.holder.name);
    if (item.age > person.age) throw new DeskError('age', person.name);
    item.holder = person;
    const due = day + item.limit();
    this.loans.push({ item, due });
    return due;
  }
  giveBack(id, day) {
    const item = this.find(id);
    const at = this.loans.findIndex(loan => loan.item === item);
    if (at < 0) throw new DeskError('not lent', id);
    const [{ due }] = this.loans.splice(at, 1);
    item.holder = null;
    return Math.max(0, day - due) * 10;
  }
}

const desk = new Desk([new Book(1, 'Dune'), new Film(2, 'Alien', 18), new Film(3, 'Up')]);
const kim = { name: 'Kim', age: 12 }, lee = { name: 'Lee', age: 40 };
const actions = [
  () => desk.lend(1, kim, 0),
  () => desk.lend(1, lee, 1),
  () => desk.lend(2, kim, 1),
  () => desk.lend(2, lee, 2),
  () => desk.giveBack(2, 12),
  () => desk.giveBack(3, 12),
  () => desk.lend(9, lee, 3),
];
for (const action of actions) {
  try {
    print('ok', action());
  } catch (e) {
    if (!(e instanceof DeskError)) throw e;
    print('refused', e.message);
  }
}
for (const item of desk.items.values()) print(String(item), item.free);
