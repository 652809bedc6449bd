var people = [
  { name: 'Zed', age: 31 },
  { name: 'amy', age: 24 },
  { name: 'Bob', age: 31 },
  { name: 'cat', age: 19 }
];
var compared = 0;
function byAge(a, b) {
  compared++;
  var diff = b.age - a.age;
  if (diff !== 0) return diff;
  return a.name < b.name ? -1 : 1;
}
people.sort(byAge);
print(people.map(function (p) { return p.name; }).join(' '));
print(compared > 2, compared < 20);
print([10, 9, 1].sort().join(), [10, 9, 1].sort((x, y) => x - y).join());
print(['b', undefined, 'a', , 'c'].sort().length);
