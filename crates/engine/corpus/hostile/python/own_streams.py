# Attacks what is printed: streams print by themselves when they are written to or flushed.
import sys


class Stream:
    def __init__(self, real):
        self.real = real
        self.count = 0

    def write(self, text):
        self.count += 1
        return self.real.write(text.upper())

    def flush(self):
        self.real.write("")
        self.real.flush()


sys.stdout = Stream(sys.stdout)
sys.stderr = sys.stdout
value = 2
print("value", value)
print("count", sys.stdout.count)
