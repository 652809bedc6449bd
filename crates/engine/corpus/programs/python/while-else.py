def search(limit, wanted):
    number = 0
    while number < limit:
        if number * number == wanted:
            outcome = "found %d" % number
            break
        number += 1
    else:
        outcome = "nothing below %d" % limit
    return outcome


def countdown(start):
    steps = []
    while start:
        start -= 1
        if start % 2:
            continue
        steps.append(start)
    else:
        steps.append("end")
    return steps


print(search(10, 49))
print(search(5, 49))
print(countdown(5))
while False:
    print("never")
else:
    print("at once")
