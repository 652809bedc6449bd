def guarded(name, limit):
    print(name, "opened")
    try:
        for number in range(limit):
            yield number
    except GeneratorExit:
        print(name, "is being closed")
        raise
    finally:
        print(name, "closed")


for number in guarded("whole", 2):
    print(number)

stream = guarded("part", 5)
print(next(stream))
print(next(stream))
stream.close()

stream = guarded("broken", 5)
next(stream)
try:
    stream.throw(KeyError("lost"))
except KeyError as error:
    print("passed on", error)
