# Attacks the end of a run: handlers print, forget the others and exit with another code.
import atexit


def first():
    print("first")


def second():
    print("second")
    atexit.unregister(first)


def third(word):
    print("third", word)


atexit.register(first)
atexit.register(second)
atexit.register(third, "word")
value = 3
print("main", value)
