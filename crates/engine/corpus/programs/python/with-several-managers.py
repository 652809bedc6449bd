class Resource:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self.name.upper()

    def __exit__(self, kind, value, traceback):
        print("exit", self.name, kind.__name__ if kind else "quietly")
        return False


def use():
    with Resource("a") as first, Resource("b") as second:
        print("inside", first, second)
        return first + second


print(use())
try:
    with Resource("c"):
        with Resource("d") as inner:
            raise KeyError(inner)
except KeyError as error:
    print("escaped", error)
