const million = 1_000_000;
const mask = 0xff_00;
const parts = [1_0, 0b11_11, 1_2.3_4];
let sum = 0;
for (const p of parts) {
  sum += p;
}
print(million / 1_000, mask, sum);
print(Number('1_0'), (1_2n ** 2n).toString());
