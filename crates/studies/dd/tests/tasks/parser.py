"""A small tokenizer and parser."""
import re

TOKENS = re.compile(r"\s*(?:(\d+)|(.))")


def tokens(text):
    position = 0
    while match := TOKENS.match(text, position):
        position = match.end()
        number, sign = match.groups()
        yield ("number", int(number)) if number else ("sign", sign)
    yield ("end", None)


class Parser:
    levels = {"+": 1, "-": 1, "*": 2, "/": 2}

    def __init__(self, text):
        self.stream = tokens(text)
        self.current = next(self.stream)

    def advance(self):
        previous, self.current = self.current, next(self.stream, ("end", None))
        return previous

    def atom(self):
        kind, value = self.advance()
        match (kind, value):
            case ("number", n) if n >= 0:
                return n
            case ("sign", "("):
                inner = self.expression(1)
                self.advance()
                return inner
            case _:
                raise SyntaxError(f"unexpected {value!r}")

    def expression(self, level):
        left = self.atom()
        while (sign := self.current[1]) in self.levels and self.levels[sign] >= level:
            self.advance()
            right = self.expression(self.levels[sign] + 1)
            left = (sign, left, right)
        return left


async def later(text):
    return [value async for value in numbers(text)]


async def numbers(text):
    for kind, value in tokens(text):
        if kind == "number":
            yield value


print(Parser("1 + 2 * (3 - 4)").expression(1))
