var holder = { a: 1, b: { c: 2 }, list: [1, 2, 3] };
function never() {}

function probe(obj) {
  var removed = delete obj.a && !('a' in obj);
  var hole = delete obj.list[1];
  var nothing = void obj.b;
  return [removed, hole, obj.list.length, 1 in obj.list, nothing === undefined].join(' ');
}
print(probe(holder));
print(typeof missing, typeof null, typeof never, typeof [], typeof Symbol());
print(typeof typeof 1, !!'' === false, -'3' + +true, ~~7.9, ~-1);
print(void 0 === undefined, delete holder.nope);
