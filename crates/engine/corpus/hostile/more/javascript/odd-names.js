// Attacks what is told about variables: their names mean something in objects.
function names() {
  let __proto__ = 1;
  let constructor = 2;
  let toString = 3;
  let hasOwnProperty = 4;
  let then = 5;
  let undefined = 6;
  let NaN = 7;
  let length = 8;
  let toJSON = 9;
  let value = 10;
  __proto__ += 1;
  constructor += __proto__;
  undefined += constructor;
  return __proto__ + constructor + toString + hasOwnProperty + then + undefined + NaN + length + toJSON + value;
}
let sum = names();
sum += 1;
print(sum);
