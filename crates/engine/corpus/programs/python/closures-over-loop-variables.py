def make():
    functions = []
    for number in range(3):
        label = "n" + str(number)

        def show(own=number):
            return label, number, own

        functions.append(show)
    label = "changed"
    return functions


for function in make():
    print(function())


def outer(x):
    def middle(y):
        def inner(z):
            return x * 100 + y * 10 + z
        x_here = x
        return inner, x_here
    return middle


inner, kept = outer(1)(2)
print(inner(3), kept)
