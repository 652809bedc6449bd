function odd() {
  let i = 0;
  const arr = [i++, ++i, i--, --i, i];
  arr[i++] = i++;
  arr[arr[0]++ + 1] += i++;
  let k = i++ + ++i * i--;
  k = k++ - --k;
  const obj = { n: 5 };
  const got = obj.n++ + -obj['n']-- - +obj.n;
  let s = '9';
  const num = s++;
  return arr.join() + ' ' + i + ' ' + k + ' ' + got + ' ' + typeof num + s;
}
print(odd());
let q = 1;
q += q++ + (q = 10) + q;
print(q);
