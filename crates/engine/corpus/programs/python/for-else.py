def is_prime(number):
    for divisor in range(2, number):
        if divisor * divisor > number:
            continue
        if number % divisor == 0:
            print(number, "=", divisor, "*", number // divisor)
            break
    else:
        return number > 1
    return False


primes = []
for number in range(8):
    if is_prime(number):
        primes.append(number)
print(primes)
for row in range(4):
    for column in range(4):
        if row * column == 6:
            print("found", row, column)
            break
    else:
        continue
    break
else:
    print("not found")
for nothing in ():
    pass
else:
    print("empty")
