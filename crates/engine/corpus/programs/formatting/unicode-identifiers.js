const größe = 3;
let Σ = 0;
function π(радиус) {
  const ответ = радиус * 22 / 7;
  return ответ;
}
class 猫 {
  constructor(名) { this.名 = 名; }
  鳴く() { return this.名 + 'ニャー'; }
}
for (const é of [1, 2, 3]) Σ += é * größe;
const \u0061bc = 'escaped name';
const obj = { ключ: 1, 'ñ': 2, ª: 3 };
print(Σ, π(7), new 猫('タマ').鳴く());
print(abc, obj.ключ + obj.ñ + obj.ª);
let $_ = 1, _$ = 2, ZWJ‍x = 3;
print($_ + _$ + ZWJ‍x);
