function f() { return f.caller === g } function g() { return f() }
print(g());
