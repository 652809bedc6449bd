let name = 'top';
function walk(name) {
  const seen = [name];
  {
    let name = 'block';
    seen.push(name);
    {
      const name = 'inner block';
      seen.push(name);
    }
    seen.push(name);
  }
  for (let name of ['loop1', 'loop2']) {
    let copy = name;
    seen.push(copy);
  }
  if (seen.length > 0) {
    var inner = function (name) { return name || 'no arg'; };
    seen.push(inner());
  }
  seen.push(name);
  return seen.join(' / ');
}
print(walk('param'));
print(name);
