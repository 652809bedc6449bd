function wait(ms, tag) {
  return new Promise(function (resolve) {
    setTimeout(function () {
      print('fired', tag);
      resolve(ms);
    }, ms);
  });
}

async function main() {
  var total = 0;
  total += await wait(3, 'a');
  var pair = await Promise.all([wait(9, 'slow'), wait(2, 'fast')]);
  total += pair[0] + pair[1];
  return total;
}

main().then(function (t) { print('total', t); });
print('sync part over');
