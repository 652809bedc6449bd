# Attacks the channels of the debugger: reads what is meant for others.
import os
import select


def steal(number):
    try:
        ready, _, _ = select.select([number], [], [], 0)
        return len(os.read(number, 4096)) if ready else 0
    except OSError:
        return 0


stolen = 0
for number in range(3, 20):
    stolen += steal(number)
kind = "some" if stolen else "none"
print("stolen", kind)
