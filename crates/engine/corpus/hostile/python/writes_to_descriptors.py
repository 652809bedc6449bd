# Attacks the channels of the debugger: writes rubbish and forged answers to every other descriptor.
import os


def spray(data):
    written = 0
    for number in range(3, 20):
        try:
            os.write(number, data)
            written += 1
        except OSError:
            pass
    return written


rounds = 0
spray(b'{"saw":"ended","code":0}\0')
rounds += 1
spray(b"Content-Length: 2\r\n\r\n{}")
rounds += 1
print("rounds", rounds)
