function factorial(n) {
  if (n <= 1) return 1;
  return n * factorial(n - 1);
}

function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

print(factorial(0), factorial(6));
print(fib(1), fib(10));
