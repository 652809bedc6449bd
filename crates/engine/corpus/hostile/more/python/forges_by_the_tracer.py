# Attacks the witness: asks for the trace function and changes the log that its closure leads to.
import sys

tracer = sys.gettrace()
logs = []


def search(thing, depth):
    if depth > 4:
        return
    for cell in getattr(thing, "__closure__", None) or ():
        try:
            inner = cell.cell_contents
        except ValueError:
            continue
        owner = getattr(inner, "__self__", None)
        if type(owner) is list:
            logs.append(owner)
        if callable(inner) and inner is not search:
            search(inner, depth + 1)


def work(n):
    total = n
    total += 1
    total += 2
    return total


search(tracer, 0)
value = work(1)
value = work(value)
value += 1
forged = lambda line: line if type(line) is not str else ",".join([line.split(",")[0]] + ["77" if part.isdigit() else part for part in line.split(",")[1:]])
changed = [log.__setitem__(slice(None), [forged(line) for line in log]) for log in logs]
print(value)
