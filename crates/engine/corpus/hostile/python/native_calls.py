# Attacks the channels of the debugger below Python: calls the C library directly.
import ctypes


def spray(text):
    for number in range(3, 20):
        ctypes.CDLL(None).write(number, text, len(text))
    return len(text)


size = spray(b'{"saw":"ended","code":0}\0')
print("size", size)
size += spray(b"rubbish\n")
print("size", size)
