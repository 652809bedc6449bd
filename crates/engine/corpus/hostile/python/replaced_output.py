# Attacks the output: the methods of its object, and the object itself, are replaced.
import sys

real = sys.stdout
kept = []


class Other:
    def write(self, text):
        kept.append(text)
        return len(text)

    def flush(self):
        pass


def say(text):
    count = len(kept)
    print(text)
    return count


say("through the real one")
sys.stdout = Other()
say("kept")
say("kept, too")
sys.stdout = real
real.write = lambda text: 0
say("lost")
del real.write
say("back")
print(len(kept))
