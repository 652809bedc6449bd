// recursive descent: sums, products, powers, parentheses, minus
function evaluate(text) {
  let pos = 0;

  function peek() {
    while (text[pos] === ' ') pos++;
    return text[pos];
  }
  function eat(ch) {
    if (peek() !== ch) return false;
    pos++;
    return true;
  }
  function sum() {
    let left = product();
    for (;;) {
      if (eat('+')) left += product();
      else if (eat('-')) left -= product();
      else return left;
    }
  }
  function product() {
    let left = power();
    for (;;) {
      if (eat('*')) left *= power();
      else if (eat('/')) {
        const right = power();
        if (right === 0) throw new RangeError('division by zero');
        left /= right;
      } else {
        return left;
      }
    }
  }
  function power() {
    const base = atom();
    return eat('^') ? Math.pow(base, power()) : base;
  }
  function atom() {
    if (eat('-')) return -atom();
    if (eat('(')) {
      const inner = sum();
      if (!eat(')')) throw new SyntaxError('missing ) at ' + pos);
      return inner;
    }
    const start = (peek(), pos);
    while (pos < text.length && text[pos] >= '0' && text[pos] <= '9') pos++;
    if (start === pos) throw new SyntaxError('number wanted at ' + pos);
    return Number(text.slice(start, pos));
  }

  const value = sum();
  if (peek() !== undefined) throw new SyntaxError('left over at ' + pos);
  return value;
}

const inputs = ['1 + 2 * 3', '(1 + 2) * 3', '2 ^ 3 ^ 2', '-(4 - 6) / 4', '7 / (3 - 3)', '(1', '2 2', '*'];
for (const input of inputs) {
  let shown;
  try {
    shown = String(evaluate(input));
  } catch (e) {
    shown = e.name + ', ' + e.message;
  }
  print(input, '=>', shown);
}
