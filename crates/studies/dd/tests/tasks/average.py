import json
import math
import sys
from collections import OrderedDict, defaultdict


class Account:
    """An account with a history."""

    rate = 0.05

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def average(self):
        total = 0
        count = 0
        for kind, amount in self.history:
            if kind == "withdraw":
                total += amount
                count += 1
        return total / count


def report(accounts):
    lines = []
    for account in accounts:
        try:
            lines.append("%s: %.2f" % (account.owner, account.average()))
        except TypeError as error:
            lines.append(str(error))
        else:
            lines.append("-" * 10)
    return "\n".join(lines)


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def main(arguments):
    table = defaultdict(list)
    for number in range(10):
        table[number % 3].append(fibonacci(number))
    accounts = [Account("ann", 10), Account("bob")]
    for account in accounts:
        account.deposit(len(table) * 5)
    print(json.dumps(table, sort_keys=True))
    print(report(accounts))


if __name__ == "__main__":
    main(sys.argv[1:])
