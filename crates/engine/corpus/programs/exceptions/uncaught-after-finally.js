function cleanUp(name) {
  print('cleaning', name);
}
function work(name) {
  try {
    if (name.length > 3) throw name + ' is too long';
    print('fine', name);
  } finally {
    cleanUp(name);
  }
}
work('ox');
work('zebra');
work('cat');
