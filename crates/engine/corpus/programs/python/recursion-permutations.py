def permutations(items):
    if len(items) <= 1:
        return [items]
    found = []
    for index, item in enumerate(items):
        rest = items[:index] + items[index + 1:]
        for tail in permutations(rest):
            found.append([item] + tail)
    return found


def depth(tree):
    if not isinstance(tree, list):
        return 0
    return 1 + max((depth(child) for child in tree), default=0)


for order in permutations(["a", "b", "c"]):
    print("".join(order))
print(depth([1, [2, [3, []]], 4]))
