# Attacks the witness: the function by which kinds of values are told lies.
import builtins

real = builtins.type


class Liar(int):
    def __repr__(self):
        return "99"


def grow(number):
    bigger = Liar(number + 1)
    return bigger


builtins.type = lambda value, *rest: int if not rest else real(value, *rest)
value = grow(1)
other = grow(value)
builtins.type = real
print(int(value), int(other))
