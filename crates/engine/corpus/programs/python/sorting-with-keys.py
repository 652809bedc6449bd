compared = []


def by_length(word):
    compared.append(word)
    return len(word), word


class Version:
    def __init__(self, text):
        self.parts = [int(part) for part in text.split(".")]

    def __lt__(self, other):
        return self.parts < other.parts

    def __str__(self):
        return ".".join(str(part) for part in self.parts)


words = ["pear", "fig", "apple", "kiwi", "date"]
print(sorted(words, key=by_length))
print(len(compared))
words.sort(key=lambda word: word[-1], reverse=True)
print(words)
versions = [Version(text) for text in ("1.10", "1.9.2", "0.9")]
print(*sorted(versions))
print(min(versions), max(words, key=len))
groups = {}
for word in words:
    groups.setdefault(len(word), []).append(word)
print(sorted(groups.items()))
