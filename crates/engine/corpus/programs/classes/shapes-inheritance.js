class Shape {
  constructor(name) {
    this.name = name;
  }
  area() { return 0; }
  describe() {
    return this.name + ' of area ' + this.area();
  }
}

class Rect extends Shape {
  constructor(w, h) {
    super('rect');
    this.w = w;
    this.h = h;
  }
  area() { return this.w * this.h; }
}

class Square extends Rect {
  constructor(side) {
    super(side, side);
    this.name = 'square';
  }
  describe() {
    const base = super.describe();
    return base + '!';
  }
  unused() { return super.area() * 2; }
}

for (const s of [new Shape('blob'), new Rect(2, 5), new Square(4)]) {
  print(s.describe());
}
print(new Square(1) instanceof Rect, Object.getPrototypeOf(Square) === Rect);
