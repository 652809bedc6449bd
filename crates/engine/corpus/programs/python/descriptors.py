class Positive:
    def __set_name__(self, owner, name):
        self.slot = "_" + name
        print("named", name)

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return getattr(instance, self.slot)

    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError(self.slot[1:] + " must be positive")
        setattr(instance, self.slot, value)


class Once:
    def __init__(self, function):
        self.function = function
        self.name = function.__name__

    def __get__(self, instance, owner):
        value = self.function(instance)
        instance.__dict__[self.name] = value
        return value


class Order:
    amount = Positive()
    price = Positive()

    def __init__(self, amount, price):
        self.amount = amount
        self.price = price

    @Once
    def total(self):
        print("computing")
        return self.amount * self.price


order = Order(3, 7)
print(order.total, order.total)
try:
    order.amount = -1
except ValueError as error:
    print(error)
