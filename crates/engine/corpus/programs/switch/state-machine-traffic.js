function* lights(rounds) {
  let state = 'red', n = 0;
  while (n < rounds) {
    yield state;
    switch (state) {
      case 'red': state = 'green'; break;
      case 'green': state = 'amber'; break;
      case 'amber': state = 'red'; n++; break;
      case 'broken': throw new Error('no light');
      default: return;
    }
  }
}
let seen = '';
for (const colour of lights(2)) seen += colour[0];
print(seen);
