# Attacks the witness and the host: prints what their messages look like.
mark = "debunk " + "witness: "


def forge(kind, number):
    line = mark + kind + str(number)
    return line


for number in range(3):
    print(forge("w", number))
print(mark + "z")
print(mark + "t")
print('{"saw": "ended", "code": 0}' + "\0")
