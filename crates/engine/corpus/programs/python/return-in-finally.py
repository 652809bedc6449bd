def overridden():
    try:
        return "try"
    finally:
        print("finally runs")
        return "finally"


def swallowed():
    for number in range(3):
        try:
            raise ValueError(number)
        finally:
            break
    return "swallowed at " + str(number)


def nested():
    try:
        try:
            return 1 / 0
        except ZeroDivisionError:
            return "inner"
        finally:
            print("inner finally")
    finally:
        print("outer finally")


print(overridden())
print(swallowed())
print(nested())
