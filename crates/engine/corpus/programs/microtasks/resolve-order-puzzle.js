"use strict";
let text = '';
const put = s => () => { text += s; };
const p = new Promise(resolve => {
  text += '1';
  resolve(Promise.resolve());
  text += '2';
});
p.then(put('late'));
Promise.resolve().then(put('3')).then(put('4')).then(put('5')).then(put('6'));
Promise.reject(new Error('x')).then(put('no')).catch(put('c')).finally(put('f'));
text += '|';
setTimeout(() => print(text), 1);
