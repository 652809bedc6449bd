# Attacks the tracing: a profile function counts the calls, which a trace function may add to.
import sys

calls = []


def count(frame, event, argument):
    if event == "call":
        calls.append(frame.f_code.co_name)


def work(number):
    return number + 1


sys.setprofile(count)
value = work(work(1))
sys.setprofile(None)
print(value, len(calls))
