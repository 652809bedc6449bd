var calls = 0;
function camel(name) {
  return name.replace(/-([a-z])/g, function (whole, letter, at) {
    calls++;
    return at > 0 ? letter.toUpperCase() : whole;
  });
}
print(camel('background-color'), camel('-webkit-box-flex'), calls);
function fill(template, data) {
  return template.replace(/\{(\w+)(?::(\d+))?\}/g, (match, key, width) => {
    if (!(key in data)) return match;
    let value = String(data[key]);
    while (width && value.length < +width) value = ' ' + value;
    return value;
  });
}
print(fill('{name} owes {sum:6} to {nobody}', { name: 'Al', sum: 42 }));
print('2020-01-31'.replace(/(\d+)-(\d+)-(\d+)/, '$3.$2.$1'));
