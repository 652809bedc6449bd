# Attacks the host and the witness: built-in functions tell something else.
import builtins

real_print = print
builtins.repr = lambda value: "41"
builtins.len = lambda value: 0
builtins.str = lambda *value: "forged"
builtins.sorted = lambda value, **named: ["forged"]
builtins.isinstance = lambda value, kind: True
builtins.list = lambda *value: []


def total(limit):
    result = 0
    for number in range(limit):
        result += number
    return result


value = total(4)
real_print(value)
value = total(5)
real_print(value)
