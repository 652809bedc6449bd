def divide(left, right):
    try:
        result = left / right
    except TypeError:
        raise
    finally:
        print("done")
    return result


try:
    divide("a", 2)
except TypeError:
    print("outside")
