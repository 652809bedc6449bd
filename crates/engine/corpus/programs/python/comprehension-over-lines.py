def is_wanted(word):
    return len(word) > 2


def lengths(words):
    return {
        word.upper(): len(word)
        for word in words
        if is_wanted(word)
        if not word.startswith("x")
    }


words = ["one", "to", "three", "xray", "four"]
print(lengths(words))
pairs = [
    (left, right)
    for left in range(3)
    for right in "ab"
    if left != 1
]
print(pairs)
print(
    sorted(
        value ** 2
        for value in (-3, 1, 2)
    )
)
