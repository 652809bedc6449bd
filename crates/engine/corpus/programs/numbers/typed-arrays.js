"use strict";
function checksum(bytes) {
  let sum = 0;
  for (let i = 0; i < bytes.length; i++) sum = (sum * 31 + bytes[i]) & 0xffff;
  return sum;
}
const bytes = new Uint8Array(4);
bytes[0] = 300;
bytes[1] = -1;
bytes.fill(7, 2);
bytes[9] = 1;
print(bytes.join(), bytes.length, checksum(bytes));
const view = new DataView(bytes.buffer);
view.setInt16(0, -2);
print(view.getUint16(0), view.getUint16(0, true), bytes[0]);
const clamped = Uint8ClampedArray.of(-5, 260, 1.5);
print(clamped.join(' '));
const floats = Float64Array.from([3, 1, 2], x => x / 2).sort();
print(floats.join(), floats.subarray(1).length, new Int32Array(bytes.buffer).length);
