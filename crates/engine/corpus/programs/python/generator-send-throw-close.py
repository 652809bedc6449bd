def averager():
    total = 0.0
    count = 0
    average = None
    try:
        while True:
            try:
                value = yield average
            except ValueError as error:
                print("ignored:", error)
                continue
            total += value
            count += 1
            average = total / count
    finally:
        print("closed after", count)


coroutine = averager()
next(coroutine)
print(coroutine.send(10))
print(coroutine.send(20))
print(coroutine.throw(ValueError("not a number")))
print(coroutine.send(30))
coroutine.close()
