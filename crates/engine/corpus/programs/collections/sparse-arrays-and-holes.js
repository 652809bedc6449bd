var sparse = [1, , 3];
sparse[5] = 6;
var visits = 0;
sparse.forEach(function () { visits++; });
function holes(list) {
  var found = [];
  for (var i = 0; i < list.length; i++) if (!(i in list)) found.push(i);
  return found.join();
}
print(visits, sparse.length, holes(sparse));
print(sparse.map(function (x) { return x * 2; }).join('|'));
sparse.length = 2;
print(sparse.length, sparse.indexOf(undefined), [].concat(sparse, [[7]]).length);
