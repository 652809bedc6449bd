function show(a, b, c, ...more) {
  return a + '|' + b + '|' + c + '|' + more.length;
}
const two = [1, 2];
print(show(...two));
print(show(0, ...two, ...'xy', 9));
print([...two, ...[], ...new Set([2, 2, 3])].join(''));
print(Math.max(...two, 7, ...[3, 11]));
const made = new Array(...[3, 4, 5]);
print(made.length);
