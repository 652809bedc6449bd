function f() {
}
print(f());
print('end');
