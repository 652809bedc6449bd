def apply(function, *args):
    return function(*args)


def compose(*functions):
    def composed(value):
        for function in functions:
            value = function(value)
        return value
    return composed


add = lambda left, right=10: left + right
print(apply(add, 1), apply(add, 1, 2))
pipeline = compose(lambda n: n + 1, lambda n: n * n, str, lambda text: text + "!")
print(pipeline(6))
print(sorted(["bb", "a", "ccc"], key=lambda word: -len(word)))
late = [lambda: number for number in range(3)]
early = [lambda number=number: number for number in range(3)]
print([function() for function in late], [function() for function in early])
print((lambda *args, **named: (args, named))(1, 2, three=3))
fact = lambda n: 1 if n < 2 else n * fact(n - 1)
print(fact(5))
