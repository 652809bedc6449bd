class Money:
    def __init__(self, cents):
        self.cents = cents

    def __add__(self, other):
        if isinstance(other, int):
            other = Money(other)
        return Money(self.cents + other.cents)

    __radd__ = __add__

    def __eq__(self, other):
        return isinstance(other, Money) and self.cents == other.cents

    def __lt__(self, other):
        return self.cents < other.cents

    def __bool__(self):
        return self.cents != 0

    def __repr__(self):
        return "Money(%d.%02d)" % divmod(self.cents, 100)


purse = [Money(250), Money(75), Money(1000)]
print(sum(purse))
print(sorted(purse)[0], max(purse))
if Money(0) or not purse[0]:
    print("not reached")
print(Money(100) == Money(100), Money(1) == 1)
print(5 + Money(95) == Money(100))
