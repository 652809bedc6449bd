function daysIn(month, leap) {
  var days;
  switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
      days = 30;
      break;
    case 2:
      if (leap) {
        days = 29;
        break;
      }
      days = 28;
      break;
    default:
      days = 31;
  }
  return days;
}
var out = [];
for (var m = 1; m <= 12; m++) out.push(daysIn(m, m === 2));
print(out.join(' '));
print(daysIn(2, false));
