function print(x) { return x } print(1);
