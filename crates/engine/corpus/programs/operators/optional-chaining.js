"use strict"
const show = (...list) => print(list.map(String).join(' '));
const db = {
  user: { name: 'Lu', pets: [{ kind: 'cat' }], greet() { return 'hi ' + this.name; } },
  ghost: null,
};
let touched = 0;
const key = () => { touched++; return 'name'; };

show(db.user?.name, db.ghost?.name, db.nobody?.name.first.second);
show(db.user?.pets?.[0]?.kind, db.user.pets[5]?.kind);
show(db.user.greet?.(), db.user.sing?.(), db.ghost?.greet());
show(db.user?.[key()], db.ghost?.[key()], touched);
show(delete db.user?.pets, db.user.pets === undefined);
try {
  show((db.ghost?.a).b, 'not reached');
} catch (e) {
  print('parentheses end the chain');
}
