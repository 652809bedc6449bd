function f() {
  var sum = 0;
  for (var i = 0; i < 3; i++) {
    try {
      continue;
    } finally {
      sum += i;
    }
  }
  return sum;
}

print(f());
