# Attacks the debugger and the witness: takes the trace function away from frames that a traceback holds.
def frames():
    try:
        raise ValueError("look")
    except ValueError as error:
        at = getattr(error.__traceback__, "tb_" + "frame")
        while at is not None:
            yield at
            at = at.f_back


def blind():
    count = 0
    for frame in frames():
        setattr(frame, "f_" + "trace", None)
        count += 1
    return count > 0


done = blind()
value = 1
value += 1
print(done, value)
value *= 10
print(value)
