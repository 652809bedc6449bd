class Token {
  #value = 1;
  static is(obj) {
    return #value in obj;
  }
  bump() {
    this.#value += 1;
    return this.#value ** 2;
  }
  steal(other) {
    try {
      return other.#value;
    } catch (e) {
      return e.name;
    }
  }
}
const a = new Token();
a.bump();
print(a.bump());
print(Token.is(a), Token.is({}));
print(a.steal(new Token()), a.steal({}));
