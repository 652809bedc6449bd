"use strict";
const Serial = Base => class extends Base {
  serialize() { return JSON.stringify(this); }
};
const Tagged = (Base, tag) => class extends Base {
  get tag() { return tag; }
  describe() { return `<${this.tag}>${super.describe()}</${this.tag}>`; }
};

class Person {
  constructor(name) { this.name = name; }
  describe() { return this.name; }
}

class Employee extends Tagged(Serial(Person), 'b') {
  constructor(name, pay) {
    super(name);
    this.pay = pay;
  }
}
const e = new Employee('Ida', 12);
print(e.describe());
print(e.serialize());
