import re


def first_long(words, limit):
    if any((length := len(word)) > limit for word in words):
        return length
    return 0


def read(chunks):
    source = iter(chunks)
    total = 0
    while (chunk := next(source, None)) is not None:
        total += len(chunk)
        print("chunk", chunk, total)
    return total


print(first_long(["a", "bbb", "ccccc"], 2))
print(read(["ab", "", "cde"]))
if match := re.search(r"(\d+)-(\d+)", "rooms 12-15"):
    print(int(match.group(2)) - int(match.group(1)))
values = [y := 3, y ** 2, y + (y := 10), y]
print(values)
print([half for number in range(6) if (half := number // 2) % 2])
