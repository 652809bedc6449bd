function test() {
  var e = 'outer e';
  var result = [];
  try {
    throw 'thrown';
  } catch (e) {
    result.push(e);
    var e = 'written to catch';
    result.push(e);
    {
      let e = 'in block';
      result.push(e);
    }
    e += '!';
    result.push(e);
  }
  result.push(e);
  return result.join(', ');
}
print(test());
