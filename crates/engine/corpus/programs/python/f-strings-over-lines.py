def name(number):
    return "item" + str(number)


def describe(width, items):
    return (
        f"{width:>4}|"
        f"{name(width)!r:<10}|"
        f"{len(items)} "
        f"{'one' if len(items) == 1 else 'many'}"
    )


print(describe(3, [1]))
print(describe(12, [1, 2]))
text = f"""
first: {name(1)}
second: {
    name(2).upper()
}
{{braces}} {3.14159:.{2}f}
"""
for number, line in enumerate(text.splitlines()):
    print(number, line)
value = 41
print(f"{value + 1=}", f"{value:#x}")
