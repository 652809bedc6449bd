var add = new Function('a', 'b', 'return a + b;');
var greet = Function('name = "you"', '...rest', 'return `hi ${name} ${rest.length}`');
function local() {
  var secret = 1;
  var f = new Function('return typeof secret');
  return f();
}
print(add(2, 3), add.length);
print(greet(), greet('x', 1, 2));
print(local());
try {
  new Function('return ) (');
} catch (e) {
  print(e.name);
}
