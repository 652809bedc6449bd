class Problem(Exception):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def parse(text):
    try:
        return int(text)
    except ValueError as error:
        raise Problem("cannot parse " + text, 7) from error


def cleanup():
    try:
        raise KeyError("first")
    except KeyError:
        raise IndexError("second")


def quiet():
    try:
        parse("z")
    except Problem:
        raise RuntimeError("hidden") from None


for action in (lambda: parse("12"), lambda: parse("x"), cleanup, quiet):
    try:
        print(action())
    except Exception as error:
        cause = type(error.__cause__).__name__
        context = type(error.__context__).__name__
        print(type(error).__name__, getattr(error, "code", None), cause, context)
