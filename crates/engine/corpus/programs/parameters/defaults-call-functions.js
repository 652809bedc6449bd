let serial = 0;
function nextId() {
  serial += 1;
  return serial;
}
function label(prefix = 'item', id = nextId(), text = `${prefix}-${id}`) {
  return text;
}
print(label());
print(label('box'));
print(label('box', 77));
print(label(undefined, undefined, 'fixed'));
print(serial);
