def announce(label):
    print("making", label)

    def decorate(function):
        print("applying", label)

        def wrapper(value):
            print("before", label)
            result = function(value)
            print("after", label)
            return result

        return wrapper

    return decorate


@announce("outer")
@announce("inner")
def double(value):
    print("body")
    return value * 2


print(double(21))
