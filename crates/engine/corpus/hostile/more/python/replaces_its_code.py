# Attacks steps: a function changes into another one while it runs, and lines go back and forth.
def first(n):
    total = n
    total += 1
    return total


def second(n):
    total = n * 2
    total += 2
    return total


value = first(1)
first.__code__, second.__code__ = second.__code__, first.__code__
value += first(2)
value += second(3)
odd = first.__code__.replace(co_firstlineno=15, co_name="odd")
first.__code__ = odd
value += first(4)
print(value)
