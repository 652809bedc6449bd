"use strict"
function account(owner) {
  let balance = 0;
  const history = [];
  function note(kind, amount) {
    history.push(kind + amount);
  }
  const deposit = amount => {
    balance += amount;
    note('+', amount);
    return balance;
  };
  const withdraw = amount => {
    if (amount > balance) {
      note('!', amount);
      return false;
    }
    balance -= amount;
    note('-', amount);
    return balance;
  };
  const report = () => `${owner}: ${balance} (${history.join(' ')})`;
  return { deposit, withdraw, report };
}

const ann = account('ann'), bob = account('bob');
ann.deposit(50);
ann.withdraw(20);
bob.withdraw(1);
bob.deposit(7);
print(ann.report());
print(bob.report());
