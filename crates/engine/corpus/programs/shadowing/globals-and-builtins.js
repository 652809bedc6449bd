function shadow(undefined, Array) {
  var Math = { max: function () { return 'not the real max'; } };
  var parseInt = Math.max;
  var NaN = 5;
  return Math.max(1, 2) + ' ' + parseInt('7') + ' ' + undefined + ' ' + NaN + ' ' + typeof Array;
}
print(shadow(1));
print(Math.max(1, 2), parseInt('7'), typeof undefined, NaN === NaN);
