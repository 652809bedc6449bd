count = 0


def square(value):
    global count
    result = value * value
    count += 1
    return result


def total(limit):
    sum = 0
    for index in range(limit):
        sum += square(index)
        sum -= 1
    return sum


first = total(4)
second = total(3)
third = first + second
print(third, count)
third = total(2)
print(third)
