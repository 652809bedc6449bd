const unit = 'Celsius';
const proto = {
  get ['in' + unit]() { return this.degrees + 'C'; },
  set ['in' + unit](text) { this.degrees = parseInt(text, 10); },
  get never() { throw new Error('never read'); },
};
const a = Object.create(proto, { degrees: { value: 5, writable: true } });
print(a.inCelsius);
a.inCelsius = '18 degrees';
print(a.degrees, Object.keys(a).length, a.hasOwnProperty('inCelsius'));
const d = Object.getOwnPropertyDescriptor(proto, 'inCelsius');
print(typeof d.get, typeof d.set, d.get.call({ degrees: 1 }));
