class A { f = () => {}; static g = function () {}; #h = class {}; get h() { return this.#h.name } ['x' + 1] = () => {} }
print(new A().f.name, A.g.name, new A().h, new A().x1.name);
