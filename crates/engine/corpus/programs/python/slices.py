letters = list("abcdefgh")
print(letters[2:5], letters[-3:], letters[::3])
print("".join(letters[::-1]), letters[5:2:-1])
letters[1:3] = ["X"]
print(letters)
letters[::2] = [letter.upper() for letter in letters[::2]]
print(letters)
del letters[-2:]
letters[len(letters):] = "yz"
print(letters)


class Window:
    def __getitem__(self, key):
        if isinstance(key, slice):
            return key.indices(10)
        if isinstance(key, tuple):
            return [self[part] for part in key]
        return key * 2


window = Window()
print(window[4], window[1:20:2], window[1, ::5])
