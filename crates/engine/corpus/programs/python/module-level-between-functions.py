print("begin")
early = []


def first(value):
    early.append(value)
    return late(value) + 1


early.append("between")
count = len(early)


def late(value):
    return value * factor


factor = 3
print(first(2), count)
factor = 10
print(first(2))
if count > 0:
    def conditional():
        return "defined when count is positive"
else:
    def conditional():
        return "defined otherwise"
print(conditional())
for number in range(2):
    def last():
        return number * 100
print(last(), early)
