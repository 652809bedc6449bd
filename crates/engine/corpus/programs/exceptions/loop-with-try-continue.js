function clean(inputs) {
  var ok = [], tally = 0;
  for (var i = 0; i < inputs.length; i++) {
    try {
      if (inputs[i] === null) continue;
      if (inputs[i] === 'stop') break;
      ok.push(inputs[i].trim());
    } catch (e) {
      ok.push('?');
      continue;
    } finally {
      tally++;
    }
    tally += 100;
  }
  return ok.join() + ' ' + tally;
}
print(clean([' a ', null, 7, 'b ', 'stop', 'c']));
