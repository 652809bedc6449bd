def double(value):
    return value * 2


first = double(1)
second = double(2)
print(first, second)
