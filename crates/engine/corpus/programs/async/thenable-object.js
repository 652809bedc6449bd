class Countdown {
  constructor(n) { this.n = n; }
  then(resolve, reject) {
    if (this.n < 0) {
      reject(new Error('below zero'));
      return;
    }
    print('then called with', this.n);
    resolve(this.n === 0 ? 'liftoff' : new Countdown(this.n - 1));
  }
}

(async () => {
  print(await new Countdown(3));
  try {
    await new Countdown(-1);
  } catch (e) {
    print(e.message);
  }
})();
