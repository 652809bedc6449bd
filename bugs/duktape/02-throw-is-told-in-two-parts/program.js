function f() {
  try {
    throw {
      toString: function () {
        return 'told';
      }
    };
  } catch (error) {
    print('caught');
  }
}
f();
