def trim(items):
    del items[0], items[-1]
    return items


def forget():
    value = 5
    del value
    try:
        return value
    except UnboundLocalError:
        return "forgotten"


class Noisy(dict):
    def __delitem__(self, key):
        print("deleting", key)
        super().__delitem__(key)


print(trim([1, 2, 3, 4]))
print(forget())
store = Noisy(a=1, b=2, c=3)
del store["a"]
del (store["b"])
print(store)
name = "global"
del name
print("name" in globals())
for number in range(2):
    square = number * number
    del number
print(square)
