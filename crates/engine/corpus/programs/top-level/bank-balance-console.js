// uses console.log, like a beginner's script
let balance = 100;
const history = [];

function change(amount, reason) {
  if (balance + amount < 0) {
    console.log('refused: ' + reason);
    return false;
  }
  balance += amount;
  history.push(reason);
  return true;
}

change(50, 'salary');
change(-30, 'food');
change(-500, 'car');
console.log('balance', balance);
console.log(history.join(', '));
if (balance === 0) console.log('broke');
