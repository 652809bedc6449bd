function Lazy(compute) {
  let runs = 0;
  Object.defineProperty(this, 'value', {
    configurable: true,
    get() {
      runs++;
      const result = compute();
      Object.defineProperty(this, 'value', { value: result, writable: false });
      return result;
    },
  });
  this.runs = () => runs;
}
const lazy = new Lazy(() => [1, 2, 3].reduce((a, b) => a * 10 + b));
print(lazy.runs());
print(lazy.value + lazy.value);
print(lazy.runs());
lazy.value = 5;
print(lazy.value);
