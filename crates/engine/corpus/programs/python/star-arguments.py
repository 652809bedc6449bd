def show(first, *rest, sep="-", **named):
    parts = [str(first)]
    for item in rest:
        parts.append(str(item))
    for key in sorted(named):
        parts.append("%s=%s" % (key, named[key]))
    return sep.join(parts)


def forward(*args, **named):
    return show(*args, "tail", **dict(named, extra=1))


print(show(1))
print(show(1, 2, 3, sep="+"))
numbers = [4, 5]
options = {"b": 2, "a": 1}
print(show(0, *numbers, *range(2), **options))
print(forward(*"xy", **{"z": 26}))
head, *middle, last = range(6)
print(head, middle, last)
merged = {**options, "b": 3, **{"c": 4}}
print(merged, [*numbers, *middle])
