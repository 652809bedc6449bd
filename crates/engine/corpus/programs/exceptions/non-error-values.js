function provoke(value) {
  try {
    throw value;
  } catch (caught) {
    return typeof caught + ':' + String(caught);
  }
}
print(provoke(42));
print(provoke('text'));
print(provoke(null));
print(provoke(undefined));
print(provoke(false));
print(provoke([1, [2, 3]]));
print(provoke({ toString() { return 'custom'; } }));
