function add(amount) {
  const doubled = amount * 2;
  return doubled + 1;
}

const total = add(3);
console.log(total);
