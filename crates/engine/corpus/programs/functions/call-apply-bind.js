'use strict';
function intro(greeting, mark) {
  return greeting + ' ' + (this ? this.name : 'nobody') + (mark || '.');
}
const ann = { name: 'Ann' }, bob = { name: 'Bob', intro };
print(intro('hey'));
print(intro.call(ann, 'hello', '!'));
print(intro.apply(bob, ['hi', '?']));
const bound = intro.bind(ann, 'dear');
print(bound('...'), bound.call(bob, ';'), bound.length);
print(bob.intro('me'), (0, bob.intro)('lost'), [bob.intro][0].bind(null)('x'));
