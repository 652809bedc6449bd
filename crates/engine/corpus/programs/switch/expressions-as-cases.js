let evaluated = '';
const is = (name, value) => { evaluated += name; return value; };

function grade(score) {
  evaluated = '';
  switch (true) {
    case is('a', score >= 90): return 'A';
    case is('b', score >= 75): return 'B';
    case is('c', score >= 50): return 'C';
    case is('d', null): return 'impossible';
  }
  return 'F';
}
for (const s of [95, 80, 50, 12]) {
  print(s, grade(s), evaluated);
}
