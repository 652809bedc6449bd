var circle = {
  _r: 1,
  reads: 0,
  get r() { this.reads++; return this._r; },
  set r(v) {
    if (v < 0) { v = 0; }
    this._r = v;
  },
  get area() { return 3 * this.r * this.r; }
};
circle.r = 4;
print(circle.area, circle.reads);
circle.r -= 10;
print(circle.r, circle.area);
circle.r++;
print(circle.r, circle.reads);
