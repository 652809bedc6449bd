"use strict";
class Vault {
  #pin;
  #tries = 0;
  static #made = 0;

  constructor(pin) {
    this.#pin = pin;
    Vault.#made++;
  }
  #locked() {
    return this.#tries >= 3;
  }
  open(pin) {
    if (this.#locked()) return 'locked';
    if (pin === this.#pin) {
      this.#tries = 0;
      return 'open';
    }
    this.#tries++;
    return 'wrong ' + this.#tries;
  }
  get #hint() { return this.#pin % 10; }
  hint() { return 'ends in ' + this.#hint; }
  static get made() { return Vault.#made; }
}

const v = new Vault(1234);
for (const pin of [1, 1234, 2, 3, 4, 1234]) print(v.open(pin));
print(v.hint(), Vault.made);
