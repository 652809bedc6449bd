import functools


def repeat(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            results = []
            for _ in range(times):
                results.append(function(*args, **kwargs))
            return results
        return wrapper
    return decorate


@repeat(3)
def greet(name, mark="!"):
    return "hello " + name + mark


@repeat(times=1)
def once():
    print("once")


print(greet("Ada"))
print(greet("Bob", mark="?"))
print(once())
print(greet.__name__)
