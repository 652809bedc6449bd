class Temperature {
  constructor(celsius) {
    this._c = 0;
    this.celsius = celsius;
  }
  get celsius() {
    return this._c;
  }
  set celsius(value) {
    if (typeof value !== 'number') {
      throw new TypeError('number wanted');
    }
    this._c = value < -273 ? -273 : value;
  }
  get fahrenheit() { return this._c * 9 / 5 + 32; }
  set fahrenheit(f) { this.celsius = (f - 32) * 5 / 9; }
  static get zero() { return new this(-9999); }
}
const t = new Temperature(100);
print(t.fahrenheit);
t.fahrenheit = 14;
print(t.celsius);
t.celsius += 30;
t.celsius++;
print(t.celsius);
print(Temperature.zero.celsius);
try { t.celsius = 'warm'; } catch (e) { print(e.message, t.celsius); }
