function add(amount) {
  const doubled = amount * 2;
  return doubled + 1;
}

let total = add(3);
total = total + 0;
console.log(total);
