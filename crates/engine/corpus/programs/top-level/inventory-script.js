var stock = { bolts: 40, nuts: 25, washers: 0 };
var moves = ['-bolts:10', '+nuts:5', '-washers:1', '?', '+screws:8'];
var errors = 0;
for (var i = 0; i < moves.length; i++) {
  var parts = moves[i].slice(1).split(':');
  var name = parts[0], amount = Number(parts[1]);
  if (!amount) {
    errors++;
    continue;
  }
  if (!(name in stock)) {
    stock[name] = 0;
  }
  var next = moves[i][0] === '+' ? stock[name] + amount : stock[name] - amount;
  if (next < 0) {
    errors++;
    print('not enough', name);
  } else {
    stock[name] = next;
  }
}
for (var item in stock) print(item, stock[item]);
print('errors', errors);
