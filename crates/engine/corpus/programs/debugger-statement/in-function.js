function average(list) {
  var sum = 0;
  for (var i = 0; i < list.length; i++) {
    sum += list[i];
  }
  debugger;
  return sum / list.length;
}
print(average([2, 4, 9]));
