def divide(left, right):
    try:
        result = left / right
    except ZeroDivisionError as error:
        print("caught", error)
        result = None
    except TypeError:
        print("wrong type")
        raise
    else:
        print("fine")
    finally:
        print("done with", left, right)
    return result


print(divide(6, 3))
print(divide(1, 0))
try:
    divide("a", 2)
except TypeError as error:
    print("outside:", type(error).__name__)
