const log = [];
const mark = (x) => (log.push(x), x);

class Base {
  b = mark('base-field');
  constructor() {
    mark('base-ctor');
    this.init();
  }
  init() { mark('base-init'); }
}
class Derived extends Base {
  d = mark('derived-field');
  constructor(arg) {
    const before = mark('before-super');
    super(arg);
    mark('after-super ' + this.d + ' ' + before.length);
  }
  init() {
    mark('derived-init ' + this.d);
  }
}
new Derived(1);
log.forEach((line, i) => print(i, line));
