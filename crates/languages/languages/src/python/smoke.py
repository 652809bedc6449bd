def add(first, second):
    sum = first + second
    return sum


one = add(1, 2)
print(one)
print(add(30, 12))
