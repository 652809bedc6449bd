# Attacks the encoding of the output: invalid UTF-8, halves of pairs, NULs, escapes, a very long line.
import sys

raw = sys.stdout.buffer


def put(data):
    raw.write(data + b"\n")
    raw.flush()
    return len(data)


total = put(b"\xff\xfe\xc3\x28\xed\xa0\x80")
total += put(b"a\0b\0")
total += put(b"\x1b[2J\x1b]0;forged\x07\r\rx")
total += put(b"0123456789" * 5000)
print("total", total)
word = "half \ud83d"
try:
    print(word)
except UnicodeEncodeError:
    print("refused")
name = "nul \0 and escape \x1b[0m"
print(name, end="")
