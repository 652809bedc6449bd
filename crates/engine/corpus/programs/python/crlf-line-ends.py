def digit_sum(number):
    total = 0
    while number > 0:
        total += number % 10
        number //= 10
    return total


text = """two
lines"""
found = [number for number in range(10, 60) if digit_sum(number) == 7]
print(found, len(text))
