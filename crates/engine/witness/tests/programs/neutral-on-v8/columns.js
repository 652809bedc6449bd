function f() { return /:(\d+)\)/.exec(new Error().stack)[1] }
print(f());
