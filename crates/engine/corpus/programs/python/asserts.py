def checked_root(number):
    assert number >= 0, "negative: %d" % number
    root = 0
    while (root + 1) * (root + 1) <= number:
        root += 1
    assert (
        root * root
        <= number
        < (root + 1) * (root + 1)
    )
    return root


for number in (0, 15, 16, -4):
    try:
        print(checked_root(number))
    except AssertionError as error:
        print("refused", error)
try:
    assert not [1, 2], [1, 2]
except AssertionError as error:
    print(error.args)
