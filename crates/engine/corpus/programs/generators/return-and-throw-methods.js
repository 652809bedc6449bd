function* worker(log) {
  let n = 0;
  while (n < 10) {
    try {
      n++;
      yield n;
    } catch (e) {
      log.push('caught ' + e);
      n += 10;
    } finally {
      log.push('finally ' + n);
    }
  }
  return 'done';
}

const log = [];
const one = worker(log);
one.next();
one.next();
print(one.throw('stop').value);
const two = worker(log);
two.next();
print(two.return('early').value, two.next().done);
print(log.join('; '));
try {
  worker([]).throw(new Error('before start'));
} catch (e) {
  print(e.message);
}
