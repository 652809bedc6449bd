function check(age) {
  if (age < 0) {
    throw new RangeError('age ' + age + ' is below zero');
  }
  return age + 1;
}
function birthday(person) {
  var next = check(person.age);
  person.age = next;
  return next;
}
print(birthday({ age: 41 }));
print(birthday({ age: 0 }));
print(birthday({ age: -7 }));
print('not reached');
