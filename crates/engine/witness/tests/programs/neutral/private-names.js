class A { #x = 1; static #n = 0; static make() { A.#n++; return new A() } has(o) { return #x in o } get #y() { return this.#x + 1 } y() { return this.#y } static count() { return A.#n } }
print(A.make().y(), A.make().has({}), A.count());
