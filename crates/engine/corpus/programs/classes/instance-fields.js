class Thermostat {
  target = 20;
  readings = [];
  label = 'room ' + this.target;
  adjust = (by) => {
    this.target += by;
    return this;
  };
  ['computed' + 1] = true;

  read(value) {
    const diff = value - this.target;
    this.readings.push(diff);
    return diff > 0 ? 'cool' : diff < 0 ? 'heat' : 'idle';
  }
}

const t = new Thermostat();
print(t.read(25), t.read(20), t.read(3));
const { adjust } = t;
adjust(5).adjust(1);
print(t.target, t.label, t.readings.join());
print(t.computed1, Object.keys(t).length);
