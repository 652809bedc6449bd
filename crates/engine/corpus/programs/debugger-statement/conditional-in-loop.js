"use strict";
function find(list, bad) {
  let index = -1;
  list.forEach((item, i) => {
    if (item === bad) { debugger; index = i; }
    if (item === 'absent') debugger;
  });
  return index;
}
print(find(['ok', 'fine', 'bad', 'good'], 'bad'));
print(find(['ok'], 'bad'));
