# Attacks the witness and the debugger: an error shows the frames below the program, and what is in them.
def below():
    try:
        raise KeyError("where")
    except KeyError as error:
        frame = error.__traceback__.tb_frame
    return frame


def work(n):
    total = n
    total += 1
    total += 2
    return total


frame = below()
found = []
while frame is not None:
    names = frame.f_locals
    if "log" in names and "mark" in names:
        found.append(names["log"])
    if "debugger" in names or "self" in names:
        found.append(names.get("debugger") or names.get("self"))
    frame = frame.f_back
value = work(1)
value = work(value)
for one in found:
    if type(one) is list:
        one[:] = [line.replace(",", ",7") for line in one if type(line) is str]
value += 1
print(value)
