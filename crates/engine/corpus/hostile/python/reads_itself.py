# Attacks the witness: reads its own text, and what the interpreter knows of it.
import inspect
import linecache


def target(number):
    result = number + 1
    return result


with open(__file__) as file:
    text = file.read()
lines = len(text.splitlines())
print("lines", lines)
print("first", linecache.getline(__file__, 8).strip())
print("source", len(inspect.getsource(target)))
path = 1 if text.startswith("# Attacks") else 2
print("path", path)
