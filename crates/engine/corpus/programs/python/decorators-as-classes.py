class Counted:
    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


class Memo:
    def __init__(self, limit):
        self.limit = limit
        self.known = {}

    def __call__(self, function):
        def wrapper(argument):
            if argument not in self.known and len(self.known) < self.limit:
                self.known[argument] = function(argument)
            return self.known.get(argument, -1)
        return wrapper


@Counted
def add(left, right):
    return left + right


@Memo(limit=2)
def square(number):
    print("squaring", number)
    return number * number


print(add(1, 2), add(3, 4), add.calls)
print(square(3), square(3), square(4), square(5))
