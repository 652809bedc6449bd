def add(amount):
    doubled = amount * 2
    return doubled + 1


total = add(3)
print(total)
