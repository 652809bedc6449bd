def scopes(limit):
    number = "outer"
    squares = [number * number for number in range(limit)]
    print(number, squares)
    factor = 3
    scaled = [factor * value for value in squares]
    nested = [[factor + inner for inner in range(outer)] for outer in range(limit)]
    return scaled, nested


class Holder:
    sizes = [1, 2, 3]
    doubled = [size * 2 for size in sizes]


print(*scopes(4))
print(Holder.doubled)
total = sum(x * y for x in range(3) for y in range(x))
print(total)
