var where = 'global';
function test() {
  var where = 'local';
  var indirect = eval;
  var direct = eval('where');
  var viaAlias = indirect('typeof where');
  var viaComma = (0, eval)('1 + 1');
  return direct + ' ' + viaAlias + ' ' + viaComma;
}
print(test());
(0, eval)('var madeByEval = 5;');
print(madeByEval + 1);
