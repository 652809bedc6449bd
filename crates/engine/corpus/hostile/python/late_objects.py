# Attacks the end of a run: objects, references and generators run code when nothing else is left.
import weakref


class Last:
    def __del__(self):
        print("deleted")


def count():
    try:
        yield 1
        yield 2
    finally:
        print("closed")


kept = Last()
waiting = count()
first = next(waiting)
reference = weakref.ref(kept, lambda gone: print("referred"))
print("first", first)
