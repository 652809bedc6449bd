def indent(lines, by):
    return "\n".join(" " * by + line for line in lines)


def table(rows):
    widths = [max(len(str(cell)) for cell in column) for column in zip(*rows)]
    text = ""
    for row in rows:
        cells = []
        for cell, width in zip(row, widths):
            cells.append(str(cell).rjust(width))
        text += " | ".join(cells) + "\n"
    return text


def encode(text):
    result = []
    at = 0
    while at < len(text):
        run = 1
        while at + run < len(text) and text[at + run] == text[at]:
            run += 1
        result.append(text[at] + (str(run) if run > 1 else ""))
        at += run
    return "".join(result)


print(table([("a", 10, "x"), ("bcd", 5, "long")]), end="")
print(indent("one two".split(), 3))
print(encode("aaabccd"), "%-5s|%05.1f" % ("ab", 2.25))
print("naïve café".title(), "ß".upper(), len("𝒳"))
