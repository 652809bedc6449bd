function area(width, height) {
  width * height;
  const result = width * height;
  60 * 60;
  typeof result;
  return result;
}
function label(n) {
  '' + n;
  '' + 1;
  const text = 'n' + n;
  text.length;
  return text;
}
let count = 0;
function next() {
  typeof 1;
  count += 1;
  !count;
  return count;
}
print(area(2, 3), label(4), next(), next());
!0;
print(count);
