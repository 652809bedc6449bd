var results = [];
function check(label, fn) {
  var text;
  try { text = fn(); } catch (e) { text = e.name; }
  results.push(label + ':' + text);
}
check('for', function () {
  let n = 3;
  for (let n = 0, m = n; m < 1; m++) return n + m;
});
check('switch', function () {
  switch (1) {
    case 0: let v = 1; break;
    case 1: return v;
  }
});
check('closure', function () {
  const get = () => v;
  let early;
  try { early = get(); } catch (_) { early = 'early'; }
  let v = 'late';
  return early + get();
});
check('self', function () { const f = () => f.name; return f(); });
for (var r of results) print(r);
