function daysBetween(from, to) {
  var ms = Date.UTC(to[0], to[1] - 1, to[2]) - Date.UTC(from[0], from[1] - 1, from[2]);
  return ms / 86400000;
}
function isLeap(year) {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}
print(daysBetween([2000, 1, 1], [2001, 1, 1]), daysBetween([2023, 3, 1], [2023, 2, 1]));
print(isLeap(1900), isLeap(2000), isLeap(2023));
print(new Date(0).toISOString(), new Date(NaN).getTime());
var now = new Date();
print(now.getUTCFullYear() > 2000, now.getTime() === Date.parse(now.toISOString()));
