var people = { ann: [30, 'oslo'], bob: [41], cy: [] };
var report = '';
for (var [name, [age = 0, town = 'nowhere']] of Object.entries(people)) {
  report += name + age + town + ';';
}
print(report);
print(name, age);

function risky(code) {
  try {
    throw { code: code, detail: { text: 'failed' } };
  } catch ({ code: c, detail: { text }, extra = 'none' }) {
    return c + text + extra;
  }
}
print(risky(5));
