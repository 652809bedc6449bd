var log = '';
function t(name) { log += name; return true; }
function f(name) { log += name.toUpperCase(); return false; }
function check(expr) {
  var was = log;
  log = '';
  return was + ' ' + expr;
}
print(check(t('a') && f('b') && t('c')));
print(check(f('a') || t('b') || t('c')));
print(check(f('a') && t('b') || t('c') && !f('d')));
print(check(!(t('a') || f('b')) || (f('c') || f('d'))));
print(check((t('a'), f('b')) ? t('c') : f('d')));
var n = 0;
n > 5 && (n = 100);
n === 0 && n++;
false || n++ || n++;
true && void n++;
print(n);
